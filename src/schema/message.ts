import { MESSAGE_STATES } from '../domain/campaigns/recipient-filters.ts';
import { causeOfReason } from '../domain/refusals/judge-refusal.ts';
import {
  ATTEMPT_OUTCOMES,
  type Attempt as AttemptRow,
  causeOfMessage,
  type Message as MessageRow,
  nextTryOf,
  reasonOf,
  skipReasonOf,
} from '../domain/sending/messages.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { MessageWait } from './message-wait.ts';
import { RefusalCause } from './refusal-cause.ts';
import { SkipReason } from './skip-reason.ts';
import { TimelineEntry } from './timeline.ts';

export const MessageState = wireEnum(
  'MessageState',
  'The state of a message.',
  MESSAGE_STATES,
  {},
  { withheld: 'SKIPPED', unknown: 'UNDECIDED' },
);
const AttemptOutcome = wireEnum(
  'AttemptOutcome',
  'The outcome of a failed attempt to send a message.',
  ATTEMPT_OUTCOMES,
);

const Attempt = builder.objectRef<AttemptRow>('Attempt').implement({
  description: 'A failed attempt to send a message.',
  fields: (t) => ({
    outcome: t.expose('outcome', { type: AttemptOutcome }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: "The mail server's response, or our own reason.",
    }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description: 'The cause, if the reason could be classified.',
      resolve: ({ reason }) => causeOfReason(reason),
    }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

export const Message = builder.objectRef<MessageRow>('Message').implement({
  description: "The delivery of an e-mail. The Message-ID header starts with the e-mail's id.",
  fields: (t) => ({
    state: t.expose('state', { type: MessageState }),
    reason: t.string({ nullable: true, description: 'Why the message was not sent.', resolve: reasonOf }),
    skipReason: t.field({
      type: SkipReason.type,
      nullable: true,
      description: 'Why the message was skipped. Null in other states.',
      resolve: (message) => SkipReason.known(skipReasonOf(message)),
    }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description:
        'Why a mail server refused the message. Null unless it failed or was deferred, and the reason could be classified.',
      resolve: (message) => causeOfMessage({ state: message.state, reason: reasonOf(message) }),
    }),
    failures: t.exposeInt('failures', { description: 'Temporary failures so far.' }),
    attempts: t.field({
      type: [Attempt],
      description: 'The failed attempts, oldest first.',
      resolve: ({ id }, _, { loaders }) => loaders.attempts.load(id),
    }),
    timeline: t.field({
      type: [TimelineEntry],
      description: "The message's history, oldest first.",
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
    firstTryAt: t.expose('firstTryAt', { type: 'DateTime', nullable: true }),
    dueAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt.',
      resolve: nextTryOf,
    }),
    waiting: t.field({
      type: MessageWait,
      nullable: true,
      description: 'Why the message has not been sent yet. Null once it is sent, has failed or was skipped.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.messageWait.load(id)) ?? null,
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});
