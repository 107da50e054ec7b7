import type { SubscriberChange as Change } from '../domain/insight/subscriber-changes.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { growingEnum } from './enums.ts';
import { Provider } from './feedback-source.ts';
import { Import } from './import.ts';
import { List } from './list.ts';
import { loadIfAny } from './loaders.ts';
import { Subscriber } from './subscriber.ts';
import { UnsubscribeReason } from './unsubscribe-reason.ts';

const MEANINGS: Readonly<Record<Change['type'], string>> = {
  subscribed: 'The person subscribed for the first time.',
  confirmed: 'The person confirmed the subscription.',
  resubscribed: 'The person subscribed again.',
  unsubscribed: 'The subscription ended.',
  tagged: 'Tags were added.',
  untagged: 'Tags were removed.',
};

const Type = growingEnum(
  'SubscriberChangeType',
  'The type of a subscriber change. More may be added.',
  new Map(Object.entries(MEANINGS)),
);

builder.objectRef<Change>('SubscriberChange').implement({
  description:
    'A change to a subscriber: subscribed, confirmed, resubscribed, unsubscribed, or had tags added or removed.',
  interfaces: [Activity],
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the change. Not available through `node`.',
      resolve: ({ id, subscriberId }) => (id === subscriberId ? `${id}.subscribed` : id),
    }),
    type: t.field({ type: Type.type, resolve: ({ type }) => Type.known(type) }),
    subscriberId: t.exposeID('subscriberId'),
    subscriber: t.field({
      type: Subscriber,
      nullable: true,
      description: 'The subscriber as it is now. Null once it was removed.',
      resolve: async ({ subscriberId }, _, { loaders }) => (await loaders.subscriber.load(subscriberId)) ?? null,
    }),
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      nullable: true,
      resolve: async ({ listId }, _, { loaders }) => (await loaders.list.load(listId)) ?? null,
    }),
    unsubscribeReason: t.expose('reason', {
      type: UnsubscribeReason,
      nullable: true,
      description: "For `UNSUBSCRIBED`: the person's reason, if given.",
    }),
    provider: t.expose('provider', {
      type: Provider,
      nullable: true,
      description: 'For `UNSUBSCRIBED`: the provider where the person unsubscribed. Null if not through a provider.',
    }),
    tags: t.exposeStringList('tags', {
      description: 'The added or removed tags, without tags deleted since.',
    }),
    importId: t.exposeID('importId', { nullable: true }),
    import: t.field({
      type: Import,
      nullable: true,
      description: 'The import that made the change, if any.',
      resolve: ({ importId }, _, { loaders }) => loadIfAny(loaders.import, importId),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
  }),
});

builder.prismaObjectField(Subscriber, 'import', (t) =>
  t.field({
    type: Import,
    nullable: true,
    description: 'The import that added the person, if any. Null once it was removed.',
    resolve: ({ importId }, _, { loaders }) => loadIfAny(loaders.import, importId),
  }),
);
