import { notified, objectIdOf } from '../domain/nodes/notified-object.ts';
import { builder } from './builder.ts';
import { Change } from './change.ts';
import { loadIfAny } from './loaders.ts';
import { Node } from './node.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

for (const type of [Change, WebhookDelivery]) {
  builder.objectFields(type, (t) => ({
    occurredAt: t.field({
      type: 'DateTime',
      description: 'When it happened.',
      resolve: ({ body }) => new Date(notified(body).timestamp),
    }),
    objectId: t.id({
      nullable: true,
      description:
        "The id of the changed object, even if it was deleted. The first object of the notification: for `segment.entered`, the segment. Null for the installation's transport.",
      resolve: ({ body }) => objectIdOf(notified(body)),
    }),
    node: t.field({
      type: Node,
      nullable: true,
      description:
        "The object as it is now; a `Sale` for conversions. Null once it is deleted, and for the installation's transport.",
      resolve: ({ body }, _, { loaders }) => loadIfAny(loaders.node, objectIdOf(notified(body))),
    }),
  }));
}
