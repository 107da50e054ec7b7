import { notified } from '../domain/nodes/notified-object.ts';
import { readChangeFilter } from '../domain/webhooks/change-filters.ts';
import { type ChangePage as Page, readChanges, type ShownChange } from '../domain/webhooks/read-changes.ts';
import { builder } from './builder.ts';
import { ChangeKind } from './change-kind.ts';
import { FAILS_ALONE } from './permissions.ts';
import { changesAfter } from './streams.ts';

export const Change = builder.objectRef<ShownChange>('Change').implement({
  description: 'A change of the feed. It has the content of a webhook notification.',
  fields: (t) => ({
    kind: t.field({
      type: ChangeKind.type,
      description: 'What happened.',
      resolve: ({ kind }) => ChangeKind.known(kind),
    }),
    name: t.exposeString('kind', {
      description: 'The kind as REST and notifications write it, such as campaign.sent.',
    }),
    timestamp: t.field({
      type: 'DateTime',
      description: 'The same as `occurredAt`.',
      resolve: ({ body }) => new Date(notified(body).timestamp),
    }),
    sequence: t.expose('sequence', {
      type: 'SafeInt',
      description: 'Increases with each change of the team, and is the same in webhook notifications.',
    }),
    cursor: t.string({
      description: 'Continues after this change, as `after`.',
      resolve: ({ sequence }) => String(sequence),
    }),
    data: t.field({
      type: 'JSONObject',
      description: 'The objects as REST shows them, and details of the change.',
      resolve: ({ body }) => notified(body).data,
    }),
  }),
});

const ChangePage = builder.objectRef<Page>('ChangePage').implement({
  description: 'Changes of the feed, in their order.',
  fields: (t) => ({
    nodes: t.expose('changes', { type: [Change] }),
    cursor: t.exposeString('cursor', {
      description: 'Continues after this page, as `after`. Every page has one, also an empty one.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more changes already.' }),
  }),
});

const filters = builder.args((t) => ({
  after: t.string({
    description:
      'Only changes after this cursor. `oldest`: all changes that are kept. Null: none, only changes from now on.',
  }),
  kinds: t.field({ type: [ChangeKind.type], description: 'Only these kinds. Null: all.' }),
}));

builder.queryField('changes', (t) =>
  t.field({
    type: ChangePage,
    nullable: true,
    extensions: FAILS_ALONE,
    description:
      'Changes of the feed after a cursor. The feed begins with its first use. It keeps changes for seven days, and ends seven days after its last use.',
    args: {
      ...filters,
      first: t.arg.int({
        defaultValue: 100,
        description: 'The maximum number of changes in the page, from 1 to 500. Default: 100.',
      }),
    },
    resolve: (_, args, { scope, installation }) => readChanges(scope, installation.vault, readChangeFilter(args)),
  }),
);

builder.subscriptionField('changes', (t) =>
  t.field({
    type: Change,
    description:
      'Sends the changes of the feed in order, first those after the cursor, then each new one. Continue with the cursor of the last change.',
    args: filters,
    subscribe: (_, args, context) => changesAfter(context, args),
    resolve: (change) => change,
  }),
);
