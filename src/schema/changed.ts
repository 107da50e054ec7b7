import type { Changed as ChangedRow } from '../domain/live-changes.ts';
import { CHANGED_KINDS } from '../live/pubsub.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { watched } from './watched.ts';

const ChangedKind = wireEnum('ChangedKind', 'A kind of thing whose changes `changed` tells.', CHANGED_KINDS);

const Changed = builder.objectRef<ChangedRow>('Changed').implement({
  description: 'Something was made, changed or deleted.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangedKind }),
    id: t.exposeID('id', { description: 'Of what changed, whether it is still there or not.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'As it is now. Null once it is deleted.',
      resolve: ({ id }, _, { loaders }) => loaders.node.load(id),
    }),
  }),
});

builder.subscriptionField('changed', (t) =>
  t.field({
    type: Changed,
    description:
      'Lists, segments, templates, contact fields and tags as they are made, changed and deleted from now on, by whomever. How many people belong to them is not told.',
    args: { kinds: t.arg({ type: [ChangedKind], description: 'Only these. Null: all.' }) },
    subscribe: (_, { kinds }, context) =>
      watched(context, (teamId, onEnd) =>
        context.installation.liveChanges.read(teamId, { kinds: kinds ? new Set(kinds) : null }, onEnd),
      ),
    resolve: (changed) => changed,
  }),
);
