import { orNull } from '../domain/found.ts';
import { type TimelineEntry as Entry, readTimeline, TIMELINE_TYPES } from '../domain/sending/timeline.ts';
import { warningCodeOf } from '../warning-codes.ts';
import { builder } from './builder.ts';
import { growingEnum, NEWER, openEnum } from './enums.ts';
import { RefusalCause } from './refusal-cause.ts';
import { WarningCode } from './warning.ts';

const MessageEvent = growingEnum(
  'MessageEvent',
  "The type of an entry in a message's history. More may be added.",
  new Map(TIMELINE_TYPES.map((type) => [type, undefined])),
);
const ReactionSource = openEnum('ReactionSource', 'Whether a person or a machine opened or clicked.', [
  'human',
  'proxy',
  'scanner',
]);

/** An entry that a newer version wrote. */
const UNKNOWN_ENTRY = 'UnknownTimelineEntry';

/** MessageSoftBounced ← soft_bounced */
const typeName = ({ type }: Pick<Entry, 'type'>) =>
  TIMELINE_TYPES.includes(type)
    ? `Message${type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`
    : UNKNOWN_ENTRY;

export const TimelineEntry = builder.interfaceRef<Entry>('TimelineEntry').implement({
  description: "An entry in a message's history.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the entry. Not available through `node`.' }),
    type: t.field({ type: MessageEvent.type, resolve: ({ type }) => MessageEvent.known(type) }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
  resolveType: typeName,
});

const MessageOutcome = builder.interfaceRef<Entry>('MessageOutcome').implement({
  description: 'The result of sending a message, with its reason.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'The error.' }),
    cause: t.expose('cause', {
      type: RefusalCause,
      nullable: true,
      description: 'The cause, if the reason could be classified.',
    }),
  }),
  resolveType: typeName,
});

const MessageReaction = builder.interfaceRef<Entry>('MessageReaction').implement({
  description: 'An open or a click by a person or a machine.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    source: t.field({
      type: ReactionSource,
      description: 'Whether it was a person or a machine.',
      resolve: ({ verdict }) => verdict as NonNullable<Entry['verdict']>,
    }),
  }),
  resolveType: typeName,
});

const OUTCOMES: Partial<Record<Entry['type'], string>> = {
  sent: 'The mail server accepted the message. If it rejected some of several recipients, the reason names them.',
  deferred: 'An attempt failed; the message is retried later.',
  undecided: 'The mail server may have accepted the message, but its response did not arrive.',
  failed: 'The message was rejected for good, or all attempts failed until it expired.',
  bounced: 'A hard bounce: the address does not exist.',
  soft_bounced: 'A soft bounce, for example because the mailbox was full.',
  complained: 'A complaint: the recipient marked the message as spam.',
};

builder.objectType(builder.objectRef<Entry>('MessageWarned'), {
  description: 'A warning to the sender: an address in the message lacks a variable.',
  interfaces: [TimelineEntry],
  fields: (t) => ({
    reason: t.exposeString('reason', { nullable: true, description: 'The problem.' }),
    code: t.field({
      type: WarningCode.type,
      nullable: true,
      description: '`reason` for programs. Null without a reason.',
      resolve: ({ reason }) => (reason === null ? null : WarningCode.known(warningCodeOf(reason))),
    }),
  }),
});

builder.objectType(builder.objectRef<Entry>(UNKNOWN_ENTRY), { description: NEWER, interfaces: [TimelineEntry] });

builder.objectType(builder.objectRef<Entry>('MessageQueued'), {
  description: 'The message was queued.',
  interfaces: [TimelineEntry],
});

for (const [type, description] of Object.entries(OUTCOMES)) {
  builder.objectType(builder.objectRef<Entry>(typeName({ type } as Entry)), {
    description,
    interfaces: [TimelineEntry, MessageOutcome],
  });
}

builder.objectType(builder.objectRef<Entry>('MessageOpened'), {
  description: "The message's tracking pixel was fetched.",
  interfaces: [TimelineEntry, MessageReaction],
});

builder.objectType(builder.objectRef<Entry>('MessageClicked'), {
  description: 'A link in the message was clicked.',
  interfaces: [TimelineEntry, MessageReaction],
  fields: (t) => ({
    url: t.expose('target', {
      type: 'URL',
      nullable: true,
      description: "The link's address. Null once it was removed because of its age.",
    }),
  }),
});

builder.queryField('messageTimeline', (t) =>
  t.field({
    type: [TimelineEntry],
    nullable: true,
    description: 'The history of a message of any kind, oldest first.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTimeline(scope, id)),
  }),
);
