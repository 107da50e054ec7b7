import type { Texts } from './texts.ts';

export const en: Texts = {
  confirm: {
    ask: {
      title: 'Confirm your subscription',
      text: (list, email) => `Do you want “${list}” to be sent to ${email}?`,
    },
    action: 'Confirm subscription',
    done: { title: 'You are subscribed', text: (list, email) => `Thank you. “${list}” will be sent to ${email}.` },
    already: {
      title: 'You are subscribed already',
      text: (list, email) => `“${list}” is sent to ${email}. There is nothing left to do.`,
    },
    left: {
      title: 'You have unsubscribed',
      text: (list) => `You have unsubscribed from “${list}”, and this link does not change that.`,
    },
  },
  unsubscribe: {
    ask: { title: 'Unsubscribe', text: (list, email) => `Should “${list}” no longer be sent to ${email}?` },
    action: 'Unsubscribe',
    done: { title: 'You are unsubscribed', text: (list, email) => `“${list}” will no longer be sent to ${email}.` },
  },
  leaving: {
    why: 'Why did you leave? You need not answer.',
    reasons: {
      too_often: 'I got too many e-mails',
      not_relevant: 'They were not about what interests me',
      never_signed_up: 'I never signed up',
      not_needed: 'I no longer need them',
      other: 'Another reason',
    },
    send: 'Send answer',
    thanks: 'Thank you for telling us.',
  },
  preferences: {
    title: 'What you receive',
    text: (email) => `Choose what is sent to ${email}.`,
    lists: 'Lists',
    unconfirmed: 'not confirmed yet',
    blocked: 'blocked: please write to the sender',
    save: 'Save',
    often: {
      title: 'How many newsletters',
      any: 'All of them',
      week: 'At most one a week',
      month: 'At most one a month',
      own: (messages, days) => `At most ${messages} in ${days} days`,
    },
    tracking: {
      title: 'Opens and clicks',
      text: 'The sender can count whether an e-mail was opened and which links were followed.',
      on: 'They may be counted',
      off: 'They must not be counted',
    },
    language: 'Language',
    noLanguage: 'Not chosen',
    pause: {
      title: 'Pause',
      text: 'For 30 days nothing is sent to you but what you ask for yourself, such as an order confirmation.',
      action: 'Pause for 30 days',
      until: (day) => `Nothing but what you ask for yourself is sent to you until ${day}.`,
      end: 'End the pause',
    },
    leaveAll: 'Unsubscribe from all',
    data: {
      title: 'Your data',
      text: (email) => `Get or erase what is stored about you. For this we send a link to ${email}.`,
      action: 'Send me the link',
      blocked: 'Nothing can be sent to your address. Please write to the sender to get or erase your data.',
    },
    done: {
      saved: 'Your choice is saved.',
      leftAll: 'You are unsubscribed from all lists.',
      told: 'Thank you for telling us.',
      paused: 'The pause has begun.',
      resumed: 'The pause is over.',
      dataSent: 'The link is on its way to your mailbox.',
    },
    link: 'Choose what you receive',
  },
  data: {
    title: 'Your data',
    text: (team, email) => `Here you get or erase what ${team} has stored about ${email}.`,
    download: 'Download my data',
    erase: 'Erase my data',
    warning: 'All subscriptions end, and nothing is sent to you any more. This cannot be undone.',
    sure: 'Yes, erase all of it',
    erased: {
      title: 'Your data is erased',
      text: (team, email) => `${team} has erased what was stored about ${email}. Nothing is sent there any more.`,
    },
  },
  blocked: {
    title: 'This address is blocked',
    text: (email) => `Nothing is sent to ${email}. Please write to the sender if that should change.`,
  },
  test: {
    title: 'This was a test',
    text: () =>
      'The link works. In a test it changes nothing, for anybody; in the e-mail that people get it is their own.',
  },
  archive: {
    title: (list) => `Past issues of “${list}”`,
    by: (team) => `From ${team}.`,
    none: 'Nothing has been sent yet.',
    newer: 'Newer',
    older: 'Older',
    feed: 'Follow by feed',
  },
  failures: {
    unknown: {
      title: 'This link does not work',
      text: () => 'It is incomplete or no longer valid. Please open it from the e-mail again.',
    },
    unreadable: {
      title: 'This could not be read',
      text: () => 'Nothing was changed. Please open the link from the e-mail again.',
    },
    method: { title: 'This cannot be done here', text: () => 'Nothing was changed.' },
    fault: { title: 'Something went wrong', text: () => 'Please try again in a moment.' },
  },
};
