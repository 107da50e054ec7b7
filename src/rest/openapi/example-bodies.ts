import { exampleId } from './example-ids.ts';

const REFUSED = 'The email field must be a valid email address.';

/** Parts of a response that an operation, or one status of it, has otherwise. */
export const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  getUnsubscribeReasons: { data: { too_often: 12, not_relevant: 7, never_signed_up: 1 } },
  'createSubscribers 200': {
    data: [
      { index: 0, email: 'ada@example.com', id: exampleId('subscriber'), outcome: 'subscribed' },
      { index: 1, email: 'grace@example', outcome: 'failed', message: REFUSED },
    ],
    meta: { added: 1, updated: 0, failed: 1 },
  },
  'createSubscribers 202': { meta: { queued: 250 } },
  'recordEvent 200': {
    data: [
      { index: 0, status: 'recorded', id: exampleId('event') },
      { index: 1, status: 'invalid', errors: { email: [REFUSED] } },
    ],
    failed: 1,
  },
  sendTransactionalMails: {
    data: [
      { index: 0, status: 'accepted', id: exampleId('mail') },
      {
        index: 1,
        status: 'invalid',
        errors: { template: ['The template field must be the name or id of a template.'] },
      },
    ],
    failed: 1,
  },
};
