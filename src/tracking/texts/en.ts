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
  preferences: {
    title: 'What you receive',
    text: (email) => `Choose what is sent to ${email}.`,
    lists: 'Lists',
    unconfirmed: 'not confirmed yet',
    blocked: 'blocked: please write to the sender',
    save: 'Save',
    saved: 'Your choice is saved.',
    leaveAll: 'Unsubscribe from all',
    leftAll: 'You are unsubscribed from all lists.',
    link: 'Choose what you receive',
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
