import type { StreamedSubscriber } from '../domain/audience/live-subscribers.ts';
import { SUBSCRIBER_STATUSES } from '../domain/audience/subscribers.ts';
import { found, orNull } from '../domain/found.ts';
import { listSubscribers, SUBSCRIBER_ORDER_FIELDS } from '../domain/segments/list-subscribers.ts';
import { SUBSCRIBER_SOURCES } from '../domain/segments/subscriber-filter.ts';
import { builder, type InputFields } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { wireEnum } from './enums.ts';
import { Event } from './event.ts';
import { List } from './list.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';

export const SubscriberStatus = wireEnum('SubscriberStatus', 'The status of a subscription.', SUBSCRIBER_STATUSES);

export const SubscriberOrder = orderInput('Subscriber', SUBSCRIBER_ORDER_FIELDS);

export const SubscriberSource = wireEnum('SubscriberSource', 'How a person came onto a list.', SUBSCRIBER_SOURCES, {
  import: 'An import added the person.',
  form: 'The person signed up through a form.',
  other: 'A member, the API or an integration added the person.',
});

/** Filters on a subscription, for lists of subscribers and of people. */
export const subscriptionFilters = (t: InputFields) => ({
  statuses: t.field({ type: [SubscriberStatus], description: IN_STATUSES }),
  status: t.field({ type: SubscriberStatus, description: IN_STATUS }),
  tag: t.string({ description: 'Name of a tag.' }),
  source: t.field({ type: SubscriberSource, description: 'Only from this source. Absent: all sources.' }),
  importId: t.id({ description: 'Only people that this import added.' }),
  field: t.string({ description: 'The key of a contact field. Only people with a value in it.' }),
  fieldValue: t.string({
    description:
      'With `field`: only people with this value. Text ignores case; a number is like 3.5, a date like 2026-01-31, a yes/no value `true` or `false`.',
  }),
});

export const SubscriberFilter = builder.inputType('SubscriberFilter', {
  description: 'Selects subscribers. All given keys must match.',
  fields: (t) => ({
    email: t.field({ type: 'EmailAddress', description: "A person's e-mail address." }),
    segmentId: t.id({ description: 'The id of a segment of the list.' }),
    ...subscriptionFilters(t),
    createdSince: t.field({ type: 'DateTime', description: 'Only subscribers added at this time or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Only subscribers added before this time.' }),
    updatedSince: t.field({
      type: 'DateTime',
      description:
        'Only subscribers changed at this time or later: `updatedAt` of the last subscriber read, less a minute for changes in progress.',
    }),
  }),
});

const pageArgs = builder.args((t) => ({
  filter: t.field({ type: SubscriberFilter }),
  search: t.string({ description: 'Words in the e-mail address or the names.' }),
  orderBy: t.field({ type: SubscriberOrder }),
  offset: t.int(),
}));

export const Subscriber = builder.prismaObject('Subscriber', {
  description: 'A person on a list.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    firstName: t.exposeString('firstName', { nullable: true }),
    lastName: t.exposeString('lastName', { nullable: true }),
    timezone: t.expose('timezone', { type: 'TimeZone', nullable: true }),
    locale: t.expose('locale', { type: 'Locale', nullable: true }),
    status: t.expose('status', { type: SubscriberStatus }),
    tags: t.stringList({
      resolve: async ({ tagIds }, _, { loaders }) =>
        (await loaders.tagName.loadMany(tagIds)).filter((name) => typeof name === 'string').sort(),
    }),
    attributes: t.field({ type: 'JSONObject', resolve: (subscriber) => subscriber.attributes as object }),
    listId: t.exposeID('listId'),
    list: t.field({
      type: List,
      resolve: async ({ listId }, _, { loaders }) => found(await loaders.list.load(listId)),
    }),
    deleted: t.boolean({
      description:
        'Whether the subscriber is gone. Only `subscriberChanged` sends deleted subscribers, so this is false elsewhere.',
      resolve: (subscriber: StreamedSubscriber) => subscriber.deleted === true,
    }),
    events: t.connection({
      type: Event,
      description: 'The events of the person, most recent first.',
      args: { name: t.arg.string(), offset: t.arg.int() },
      resolve: ({ email }, request, { loaders }) => connection(loaders.eventsOf.load({ owner: email, request })),
    }),
    consent: t.exposeString('consent', {
      nullable: true,
      description: 'How the person gave consent, as stated for their import.',
    }),
    importId: t.exposeID('importId', { nullable: true, description: 'The import that added the person.' }),
    subscribedAt: t.expose('subscribedAt', { type: 'DateTime', nullable: true }),
    unsubscribedAt: t.expose('unsubscribedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the status, a name, the language, the time zone, a tag or a contact field last changed.',
    }),
  }),
});

builder.prismaObjectField(List, 'subscribers', (t) =>
  t.connection({
    type: Subscriber,
    args: pageArgs,
    resolve: ({ id }, { filter, ...args }, { scope }) => connection(listSubscribers(scope, id, { ...filter, ...args })),
  }),
);

builder.queryFields((t) => ({
  subscriber: t.field({
    type: Subscriber,
    nullable: true,
    description: 'A subscriber by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.subscriber.load(id),
  }),
  subscribers: t.connection({
    type: Subscriber,
    nullable: true,
    description: 'The subscribers of a list. Default order: newest first.',
    args: {
      listId: t.arg.id({ required: true, description: 'The id of the list. An unknown id returns null.' }),
      ...pageArgs,
    },
    resolve: (_, { listId, filter, ...args }, { scope }) =>
      orNull(connection(listSubscribers(scope, listId, { ...filter, ...args }))),
  }),
}));
