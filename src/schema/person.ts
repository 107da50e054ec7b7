import { findPeople } from '../domain/insight/people/find-people.ts';
import { type EventCount as Count, type Person as OnePerson, personOf } from '../domain/insight/people/person.ts';
import type { NamedTouch, Sale as SaleRow } from '../domain/insight/people/person-lists.ts';
import { shownSale } from '../domain/insight/record-conversion.ts';
import { saleNodeId } from '../domain/nodes/part-nodes.ts';
import { listPeople, PERSON_ORDER_FIELDS } from '../domain/segments/all-people.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { Attribution, EngagementKind, SenderKind } from './conversion.ts';
import { openEnum } from './enums.ts';
import { Event } from './event.ts';
import { Feedback } from './feedback.ts';
import { Frequency } from './guard-rails.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { FAILS_ALONE } from './permissions.ts';
import { RevenueTotal } from './revenue.ts';
import { SignUp } from './sign-up.ts';
import { Subscriber, subscriptionFilters } from './subscriber.ts';
import { Suppression } from './suppression.ts';
import { TransactionalMail } from './transactional-mail.ts';

const SaleOrigin = openEnum('SaleOrigin', 'The source of a sale.', ['event', 'conversion']);

export const Sale = builder.objectRef<SaleRow>('Sale').implement({
  description: 'A sale and its credited e-mail.',
  interfaces: [Node],
  fields: (t) => ({
    id: t.id({ description: "The conversion's id and `.sale`.", resolve: saleNodeId }),
    conversionId: t.exposeID('id', { description: 'The id of the conversion or order event.' }),
    origin: t.expose('origin', { type: SaleOrigin }),
    value: t.field({
      type: 'Money',
      description: "In the currency's smallest unit.",
      resolve: ({ value }) => Number(value),
    }),
    currency: t.expose('currency', { type: 'CurrencyCode' }),
    refunded: t.field({
      type: 'Money',
      description: "The sum of its refunds, in the currency's smallest unit.",
      resolve: ({ refunded }) => Number(refunded),
    }),
    remaining: t.field({
      type: 'Money',
      description: "The value less refunds, in the currency's smallest unit.",
      resolve: ({ value, refunded }) => Number(value) - Number(refunded),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    properties: t.field({ type: 'JSONObject', nullable: true, resolve: (sale) => sale.properties as object | null }),
    attribution: t.field({
      type: Attribution,
      nullable: true,
      description:
        'The credited e-mail, as on `Conversion`. Null if the person opened and clicked none before the sale.',
      resolve: (sale) => shownSale(sale).attribution,
    }),
    sender: t.expose('sender', { type: SenderKind, nullable: true }),
    senderId: t.exposeID('senderId', { nullable: true }),
    engagement: t.expose('touch', {
      type: EngagementKind,
      nullable: true,
      description: 'Whether the person opened or clicked it.',
    }),
    engagedAt: t.expose('touchedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the person opened or clicked it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

export const Engagement = builder.objectRef<NamedTouch>('Engagement').implement({
  description: 'An e-mail that a person opened or clicked.',
  interfaces: [Activity],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the open or click. Not available through `node`.' }),
    occurredAt: t.expose('at', { type: 'DateTime' }),
    engagementKind: t.expose('kind', { type: EngagementKind, description: 'Whether it was an open or a click.' }),
    sender: t.expose('sender', { type: SenderKind }),
    senderId: t.exposeID('senderId'),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

const EventCount = builder.objectRef<Count>('EventCount').implement({
  description: 'How often a person did something, with the first and last time.',
  fields: (t) => ({
    name: t.exposeString('name'),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
});

const part = builder.args((t) => ({ offset: t.int() }));

export const Person = builder.objectRef<OnePerson>('Person').implement({
  description: 'A person within the team, identified by e-mail address. Addresses on no list can be looked up too.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    knownSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When data about the person was first stored.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).knownSince,
    }),
    lastEngagedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The last open, click or event.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).lastEngagedAt,
    }),
    tracked: t.boolean({
      description: "Whether the person's opens and clicks are tracked.",
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).tracked,
    }),
    pausedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until this time the person gets only transactional e-mails, at their own request. Null: not paused.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).pausedUntil,
    }),
    frequency: t.field({
      type: Frequency,
      nullable: true,
      description: "The person's own frequency cap. Null: the team's.",
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).frequency,
    }),
    suppression: t.field({
      type: Suppression,
      nullable: true,
      description: 'The suppression of the address or its domain.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.suppression.load(email)) ?? null,
    }),
    revenue: t.field({
      type: [RevenueTotal],
      description: 'All sales, by currency.',
      resolve: ({ email }, _, { loaders }) => loaders.revenue.load(email),
    }),
    eventCounts: t.field({
      type: [EventCount],
      description:
        "The person's events by name, most recent first. Counts include events removed under the team's data retention.",
      resolve: ({ email }, _, { loaders }) => loaders.eventCounts.load(email),
    }),
    subscriptions: t.connection({
      type: Subscriber,
      description: 'The subscriptions to all lists, newest first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.subscriptionsOf.load({ owner: email, request })),
    }),
    events: t.connection({
      type: Event,
      description: 'The events of the person, most recent first.',
      args: { ...part, name: t.arg.string() },
      resolve: ({ email }, request, { loaders }) => connection(loaders.eventsOf.load({ owner: email, request })),
    }),
    transactionalMails: t.connection({
      type: TransactionalMail,
      description: 'The transactional e-mails to the address, newest first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.mailsOf.load({ owner: email, request })),
    }),
    activity: t.connection({
      type: Activity,
      description: "The person's actions and messages, most recent first.",
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.activityOf.load({ owner: email, request })),
    }),
    sales: t.connection({
      type: Sale,
      description: 'The sales of the person, most recent first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.salesOf.load({ owner: email, request })),
    }),
    signUps: t.connection({
      type: SignUp,
      description: "The person's sign-ups through forms, newest first.",
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.signUpsOf.load({ owner: email, request })),
    }),
    engagements: t.connection({
      type: Engagement,
      description: 'E-mails that the person opened or clicked, most recent first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.touchesOf.load({ owner: email, request })),
    }),
    campaignMessages: t.connection({
      type: CampaignMessage,
      description: 'Messages of campaigns and automations to the address, newest first.',
      args: part,
      resolve: ({ email }, request, { loaders }) =>
        connection(loaders.campaignMessagesOf.load({ owner: email, request })),
    }),
    feedback: t.connection({
      type: Feedback,
      description: 'Bounces and complaints, most recent first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.feedbackOf.load({ owner: email, request })),
    }),
  }),
});

builder.prismaObjectFields(Subscriber, (t) => ({
  person: t.field({
    type: Person,
    description: 'The person with this address, across all lists.',
    resolve: ({ personKey, email }) => ({ id: personKey, email }),
  }),
  transactionalMails: t.connection({
    type: TransactionalMail,
    description: 'The transactional e-mails to the address, newest first.',
    args: part,
    resolve: ({ email }, request, { loaders }) => connection(loaders.mailsOf.load({ owner: email, request })),
  }),
  activity: t.connection({
    type: Activity,
    description: "The person's actions and messages, most recent first.",
    args: part,
    resolve: ({ email }, request, { loaders }) => connection(loaders.activityOf.load({ owner: email, request })),
  }),
}));

builder.objectField(Event, 'person', (t) =>
  // Nullable like `person` of other activities, so that one fragment can select it on all of them.
  t.field({ type: Person, nullable: true, resolve: ({ personKey, email }) => ({ id: personKey, email }) }),
);

builder.objectField(CampaignMessage, 'person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description: 'Null once the person is erased.',
    resolve: ({ personKey, email }) => (email === null ? null : { id: personKey, email }),
  }),
);

export const PersonOrder = orderInput('Person', PERSON_ORDER_FIELDS);

const PersonFilter = builder.inputType('PersonFilter', {
  description:
    'Selects people. One subscription of the person must match all given keys, except `createdSince` and `createdUntil`.',
  fields: (t) => ({
    ...subscriptionFilters(t),
    createdSince: t.field({ type: 'DateTime', description: 'Only people first stored at this time or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Only people first stored before this time.' }),
  }),
});

builder.queryField('people', (t) =>
  t.connection({
    type: Person,
    description: 'The people of the team, on any list or none, each once. Default order: newest first.',
    args: {
      filter: t.arg({ type: PersonFilter }),
      search: t.arg.string({ description: 'Words in the e-mail address or the names of a subscription.' }),
      orderBy: t.arg({ type: PersonOrder }),
      offset: t.arg.int(),
    },
    resolve: (_, { filter, ...args }, { scope }) => connection(listPeople(scope, { ...filter, ...args })),
  }),
);

builder.queryField('searchPeople', (t) =>
  t.field({
    type: [Person],
    description:
      'Suggestions for a search box: a few people on any list whose address or name contains every word, best matches first. `people` pages all matches.',
    args: {
      query: t.arg.string({
        required: true,
        description: 'Words in the e-mail address or the names of a subscription. At least one needs three letters.',
      }),
      first: t.arg.int({ defaultValue: 10, description: 'The maximum number of people, from 1 to 50. Default: 10.' }),
    },
    resolve: (_, args, { scope }) => findPeople(scope, args),
  }),
);

builder.queryField('person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    extensions: FAILS_ALONE,
    description: 'A person by e-mail address, known or not, with all their data across all lists.',
    args: { email: t.arg({ type: 'EmailAddress', required: true }) },
    resolve: (_, args, { scope }) => personOf(scope, args),
  }),
);
