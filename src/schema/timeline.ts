import { orNull } from '../domain/found.ts';
import { type TimelineEntry as Entry, readTimeline, TIMELINE_TYPES } from '../domain/sending/timeline.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';

const MessageEvent = wireEnum('MessageEvent', 'What happened to a message.', TIMELINE_TYPES);
const Verdict = wireEnum('Verdict', 'Who fetched a pixel or a link.', ['human', 'proxy', 'scanner']);

/** MessageSoftBounced ← soft_bounced */
const typeName = ({ type }: Pick<Entry, 'type'>) =>
  `Message${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

export const TimelineEntry = builder.interfaceRef<Entry>('TimelineEntry').implement({
  description: 'Something that happened to a message.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the entry; `node` does not find it.' }),
    type: t.expose('type', { type: MessageEvent }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
  resolveType: typeName,
});

const MessageOutcome = builder.interfaceRef<Entry>('MessageOutcome').implement({
  description: 'What came of sending a message, and why.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'Of what did not go well.' }),
  }),
  resolveType: typeName,
});

const MessageReaction = builder.interfaceRef<Entry>('MessageReaction').implement({
  description: 'Somebody, or a machine, opened a message or followed a link of it.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    verdict: t.field({
      type: Verdict,
      description: 'Who it was.',
      resolve: ({ verdict }) => verdict as NonNullable<Entry['verdict']>,
    }),
  }),
  resolveType: typeName,
});

const OUTCOMES: Partial<Record<Entry['type'], string>> = {
  sent: 'The server took it. The reason names who of several recipients did not get it.',
  deferred: 'A try failed for now; it is tried again.',
  undecided: 'The server may have taken it, but its answer was never seen.',
  failed: 'It was given up.',
  bounced: 'It came back for good.',
  soft_bounced: 'It came back for now: the mailbox was full, for one.',
  complained: 'The reader called it spam.',
};

builder.objectType(builder.objectRef<Entry>('MessageQueued'), {
  description: 'It was asked for.',
  interfaces: [TimelineEntry],
});

for (const [type, description] of Object.entries(OUTCOMES)) {
  builder.objectType(builder.objectRef<Entry>(typeName({ type } as Entry)), {
    description,
    interfaces: [TimelineEntry, MessageOutcome],
  });
}

builder.objectType(builder.objectRef<Entry>('MessageOpened'), {
  description: 'Its pictures were fetched.',
  interfaces: [TimelineEntry, MessageReaction],
});

builder.objectType(builder.objectRef<Entry>('MessageClicked'), {
  description: 'A link of it was followed.',
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
