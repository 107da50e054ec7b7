import type { Changed as ChangedRow } from '../domain/live-changes.ts';
import { CHANGED_KINDS } from '../live/pubsub.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { watched } from './watched.ts';

const ChangedKind = wireEnum('ObjectChangeKind', 'The types that `objectChanged` covers.', CHANGED_KINDS);

const Changed = builder.objectRef<ChangedRow>('ObjectChange').implement({
  description: 'A change: an object was created, updated or deleted.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangedKind }),
    objectId: t.exposeID('id', { description: 'The id of the object, even if it was deleted.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The object as it is now. Null once it is deleted.',
      resolve: ({ id }, _, { loaders }) => loaders.node.load(id),
    }),
  }),
});

builder.subscriptionField('objectChanged', (t) =>
  t.field({
    type: Changed,
    description:
      'Sends lists, segments, templates, contact fields, tags, views of people, members and invitations when anyone creates, updates or deletes them. People who join or leave a list or a segment are not sent.',
    args: { kinds: t.arg({ type: [ChangedKind], description: 'Only these types. Null: all.' }) },
    subscribe: (_, { kinds }, context) =>
      watched(context, (teamId, onEnd) =>
        context.installation.liveChanges.read(teamId, { kinds: kinds ? new Set(kinds) : null }, onEnd),
      ),
    resolve: (changed) => changed,
  }),
);
