import type { Texts } from './texts.ts';

export const en: Texts = {
  confirm: {
    ask: {
      title: 'Confirm your subscription',
      text: (list, email) => `Would you like to receive “${list}” at ${email}?`,
    },
    action: 'Confirm subscription',
    done: { title: 'You are subscribed', text: (list, email) => `Thank you. “${list}” will be sent to ${email}.` },
    already: {
      title: 'You are already subscribed',
      text: (list, email) => `“${list}” is sent to ${email}. You do not need to do anything.`,
    },
    left: {
      title: 'You have unsubscribed',
      text: (list) => `You have unsubscribed from “${list}”. This link does not subscribe you again.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Unsubscribe', text: (list, email) => `Stop sending “${list}” to ${email}?` },
    action: 'Unsubscribe',
    done: { title: 'You are unsubscribed', text: (list, email) => `“${list}” will no longer be sent to ${email}.` },
  },
  leaving: {
    why: 'Why did you unsubscribe? Your answer is optional.',
    reasons: {
      too_often: 'I received too many e-mails',
      not_relevant: 'The topics do not interest me',
      never_signed_up: 'I never signed up',
      not_needed: 'I no longer need them',
      other: 'Another reason',
    },
    send: 'Send answer',
    thanks: 'Thank you for your answer.',
  },
  preferences: {
    title: 'Your e-mail preferences',
    text: (email) => `Choose which e-mails we send to ${email}.`,
    lists: 'Lists',
    unconfirmed: 'not confirmed yet',
    blocked: 'blocked: please contact the sender',
    save: 'Save',
    often: {
      title: 'Newsletter frequency',
      any: 'All newsletters',
      week: 'At most one a week',
      month: 'At most one a month',
      own: (messages, days) => `At most ${messages} in ${days} days`,
    },
    tracking: {
      title: 'Opens and clicks',
      text: 'The sender can see which e-mails you open and which links you click.',
      on: 'Allow tracking',
      off: 'Do not track',
    },
    language: 'Language',
    noLanguage: 'Not chosen',
    pause: {
      title: 'Pause',
      text: 'For 30 days you receive only e-mails that you request yourself, such as an order confirmation.',
      action: 'Pause for 30 days',
      until: (day) => `Until ${day} you receive only e-mails that you request yourself.`,
      end: 'End pause',
    },
    leaveAll: 'Unsubscribe from all',
    data: {
      title: 'Your data',
      text: (email) => `Download or erase your data. We will send a link to ${email}.`,
      action: 'Send me the link',
      blocked: 'We cannot send e-mail to your address. To download or erase your data, please contact the sender.',
    },
    done: {
      saved: 'Your preferences are saved.',
      leftAll: 'You are unsubscribed from all lists.',
      answered: 'Thank you for your answer.',
      paused: 'Your pause has started.',
      resumed: 'Your pause has ended.',
      dataSent: 'The link is on its way to your inbox.',
    },
    link: 'Manage your preferences',
  },
  data: {
    title: 'Your data',
    text: (team, email) => `Download or erase the data that ${team} stores about ${email}.`,
    download: 'Download my data',
    erase: 'Erase my data',
    warning: 'This ends all your subscriptions. You will not receive any more e-mails. This cannot be undone.',
    sure: 'Yes, erase everything',
    erased: {
      title: 'Your data has been erased',
      text: (team, email) =>
        `${team} has erased its data about ${email} and will not send anything to this address again.`,
    },
  },
  blocked: {
    title: 'This address is blocked',
    text: (email) => `No e-mail is sent to ${email}. To change this, please contact the sender.`,
  },
  test: {
    title: 'This was a test',
    text: () =>
      'The link works, but in a test e-mail it changes nothing. Recipients of the real e-mail get their own links.',
  },
  archive: {
    title: (list) => `Past issues of “${list}”`,
    by: (team) => `From ${team}.`,
    none: 'No issues yet.',
    newer: 'Newer',
    older: 'Older',
    feed: 'Subscribe to the feed',
  },
  report: {
    by: (team, day) => `Sent by ${team} on ${day}.`,
    recipients: 'Recipients',
    delivered: 'Delivered',
    opened: 'Opened',
    clicked: 'Clicked',
    bounced: 'Bounced',
    unsubscribed: 'Unsubscribed',
    complained: 'Marked as spam',
    revenue: 'Revenue',
    variants: 'Variants',
    variant: 'Variant',
    winner: 'Winner',
    links: 'Clicked links',
    link: 'Link',
    people: 'People',
  },
  failures: {
    unknown: {
      title: 'This link does not work',
      text: () => 'It is incomplete or no longer valid. Please open it again from the e-mail.',
    },
    unreadable: {
      title: 'Your request could not be read',
      text: () => 'Nothing was changed. Please open the link again from the e-mail.',
    },
    method: { title: 'This is not possible here', text: () => 'Nothing was changed.' },
    fault: { title: 'Something went wrong', text: () => 'Please try again in a moment.' },
  },
};
