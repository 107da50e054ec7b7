import { orNull } from '../domain/found.ts';
import { type TimelineEntry as Entry, readTimeline, TIMELINE_TYPES } from '../domain/sending/timeline.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { RefusalCause } from './refusal.ts';

const MessageEvent = wireEnum('MessageEvent', 'What happened to a message.', TIMELINE_TYPES);
const Verdict = wireEnum('Verdict', 'Whether a pixel or a link was fetched by a person or a machine.', [
  'human',
  'proxy',
  'scanner',
]);

/** MessageSoftBounced ← soft_bounced */
const typeName = ({ type }: Pick<Entry, 'type'>) =>
  `Message${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

export const TimelineEntry = builder.interfaceRef<Entry>('TimelineEntry').implement({
  description: 'Something that happened to a message.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the entry. `node` does not find it.' }),
    type: t.expose('type', { type: MessageEvent }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
  resolveType: typeName,
});

const MessageOutcome = builder.interfaceRef<Entry>('MessageOutcome').implement({
  description: 'The outcome of sending a message, and the reason for it.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'What went wrong.' }),
    cause: t.expose('cause', {
      type: RefusalCause,
      nullable: true,
      description: 'The same as one of a few causes, if that can be told.',
    }),
  }),
  resolveType: typeName,
});

const MessageReaction = builder.interfaceRef<Entry>('MessageReaction').implement({
  description: 'A person or a machine opened the message or clicked a link of it.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    verdict: t.field({
      type: Verdict,
      description: 'Whether it was a person or a machine.',
      resolve: ({ verdict }) => verdict as NonNullable<Entry['verdict']>,
    }),
  }),
  resolveType: typeName,
});

const OUTCOMES: Partial<Record<Entry['type'], string>> = {
  sent: 'The mail server accepted the message. If it rejected some of several recipients, the reason names them.',
  deferred: 'An attempt failed, and the message is tried again later.',
  undecided: 'The mail server may have accepted the message, but its answer did not arrive.',
  failed: 'The message was rejected for good, or was tried for too long.',
  bounced: 'A hard bounce: the message came back for good.',
  soft_bounced: 'A soft bounce: the message came back, because the mailbox was full for example.',
  complained: 'A complaint: the recipient called the message spam.',
};

builder.objectType(builder.objectRef<Entry>('MessageWarned'), {
  description: 'The sender was warned: an address in the message lacks a variable.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'What is wrong.' }),
  }),
});

builder.objectType(builder.objectRef<Entry>('MessageQueued'), {
  description: 'The message was put into the queue.',
  interfaces: [TimelineEntry],
});

for (const [type, description] of Object.entries(OUTCOMES)) {
  builder.objectType(builder.objectRef<Entry>(typeName({ type } as Entry)), {
    description,
    interfaces: [TimelineEntry, MessageOutcome],
  });
}

builder.objectType(builder.objectRef<Entry>('MessageOpened'), {
  description: 'The tracking pixel of the message was fetched.',
  interfaces: [TimelineEntry, MessageReaction],
});

builder.objectType(builder.objectRef<Entry>('MessageClicked'), {
  description: 'A link of the message was clicked.',
  interfaces: [TimelineEntry, MessageReaction],
  fields: (t) => ({
    target: t.exposeString('target', { nullable: true, description: 'Where the link leads.' }),
  }),
});

builder.queryField('messageTimeline', (t) =>
  t.field({
    type: [TimelineEntry],
    nullable: true,
    description: 'What happened to a message of any kind, from the beginning.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTimeline(scope, id)),
  }),
);
