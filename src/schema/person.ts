import { findPeople } from '../domain/insight/people/find-people.ts';
import { type EventCount as Count, type Person as OnePerson, personOf } from '../domain/insight/people/person.ts';
import type { NamedFeedback, NamedTouch, Sale as SaleRow } from '../domain/insight/people/person-lists.ts';
import type { Cause } from '../domain/refusals/refusal.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { CampaignMessage } from './campaign-message.ts';
import { SenderKind, TouchKind } from './conversion.ts';
import { wireEnum } from './enums.ts';
import { Event } from './event.ts';
import { Frequency } from './guard-rails.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { RefusalCause } from './refusal.ts';
import { RevenueTotal } from './revenue.ts';
import { SignUp } from './sign-up.ts';
import { Subscriber } from './subscriber.ts';
import { Suppression } from './suppression.ts';
import { TransactionalMail } from './transactional-mail.ts';

const SaleOrigin = wireEnum('SaleOrigin', 'How a sale was reported.', ['event', 'conversion']);

export const Sale = builder.objectRef<SaleRow>('Sale').implement({
  description: 'A sale, and the e-mail that it is credited to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    origin: t.expose('origin', { type: SaleOrigin }),
    value: t.field({
      type: 'SafeInt',
      description: 'In the smallest unit of the currency.',
      resolve: ({ value }) => Number(value),
    }),
    currency: t.exposeString('currency'),
    refunded: t.field({
      type: 'SafeInt',
      description: 'The sum of its refunds, in the smallest unit of the currency.',
      resolve: ({ refunded }) => Number(refunded),
    }),
    occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
    reference: t.exposeString('reference', { nullable: true }),
    properties: t.field({ type: 'JSONObject', nullable: true, resolve: (sale) => sale.properties as object | null }),
    sender: t.expose('sender', { type: SenderKind, nullable: true }),
    senderId: t.exposeID('senderId', { nullable: true }),
    touch: t.expose('touch', { type: TouchKind, nullable: true }),
    touchedAt: t.expose('touchedAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

export const Touch = builder.objectRef<NamedTouch>('Touch').implement({
  description: 'An e-mail that a person opened or clicked.',
  interfaces: [Activity],
  fields: (t) => ({
    id: t.exposeID('id'),
    occurredAt: t.expose('at', { type: 'DateTime', description: 'The same as `at`.' }),
    kind: t.expose('kind', { type: TouchKind }),
    sender: t.expose('sender', { type: SenderKind }),
    senderId: t.exposeID('senderId'),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

const FeedbackKind = wireEnum('FeedbackKind', 'The kind of feedback.', ['hard_bounce', 'soft_bounce', 'complaint']);

const Feedback = builder.objectRef<NamedFeedback>('Feedback').implement({
  description: 'A bounce or a complaint.',
  interfaces: [Activity],
  fields: (t) => ({
    id: t.exposeID('id'),
    occurredAt: t.expose('at', { type: 'DateTime', description: 'The same as `at`.' }),
    kind: t.expose('kind', { type: FeedbackKind }),
    reason: t.exposeString('reason', { nullable: true, description: 'The words of the other server.' }),
    cause: t.field({
      type: RefusalCause,
      nullable: true,
      description: 'The same as one of a few causes, if that can be told.',
      resolve: ({ cause }) => cause as Cause | null,
    }),
    messageId: t.exposeID('messageId', {
      nullable: true,
      description: 'Null if the provider did not say which message it was.',
    }),
    at: t.expose('at', { type: 'DateTime' }),
  }),
});

const EventCount = builder.objectRef<Count>('EventCount').implement({
  description: 'How often a person did something, and when first and last.',
  fields: (t) => ({
    name: t.exposeString('name'),
    count: t.exposeInt('count'),
    firstAt: t.expose('firstAt', { type: 'DateTime' }),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
});

const part = builder.args((t) => ({ offset: t.int() }));

export const Person = builder.objectRef<OnePerson>('Person').implement({
  description:
    'A person, identified by the e-mail address, within the team. An address that is on no list can be looked up too.',
  interfaces: [Node],
  fields: (t) => ({
    email: t.expose('email', { type: 'EmailAddress' }),
    knownSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When something about the person was first stored.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).knownSince,
    }),
    lastEngagedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the person last opened or clicked an e-mail, or did something.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).lastEngagedAt,
    }),
    tracked: t.boolean({
      description: "Whether the person's opens and clicks are counted.",
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).tracked,
    }),
    pausedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until then nothing but transactional mail is sent to the person, who asked for it. Null: no pause.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).pausedUntil,
    }),
    frequency: t.field({
      type: Frequency,
      nullable: true,
      description: 'At most so many messages of campaigns, as the person asked. Null: the team decides.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.summary.load(email)).frequency,
    }),
    suppression: t.field({
      type: Suppression,
      nullable: true,
      description: 'The suppression of the address or of its domain.',
      resolve: async ({ email }, _, { loaders }) => (await loaders.suppression.load(email)) ?? null,
    }),
    revenue: t.field({
      type: [RevenueTotal],
      description: 'The sum of all sales, by currency.',
      resolve: ({ email }, _, { loaders }) => loaders.revenue.load(email),
    }),
    eventCounts: t.field({
      type: [EventCount],
      description:
        'What the person did, by name, the most recent first. Events that were removed because they are old count too.',
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
    mails: t.connection({
      type: TransactionalMail,
      description: 'The transactional e-mails to the address, newest first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.mailsOf.load({ owner: email, request })),
    }),
    activity: t.connection({
      type: Activity,
      description: 'What the person did and what was sent to the person, most recent first.',
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
      description: 'The sign-ups by forms, newest first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.signUpsOf.load({ owner: email, request })),
    }),
    touches: t.connection({
      type: Touch,
      description: 'The e-mails that the person opened or clicked, most recent first.',
      args: part,
      resolve: ({ email }, request, { loaders }) => connection(loaders.touchesOf.load({ owner: email, request })),
    }),
    campaignMessages: t.connection({
      type: CampaignMessage,
      description: 'The messages of campaigns and automations to the address, newest first.',
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
    description: 'The person with this address, on all lists.',
    resolve: ({ personKey, email }) => ({ id: personKey, email }),
  }),
  mails: t.connection({
    type: TransactionalMail,
    description: 'The transactional e-mails to the address, newest first.',
    args: part,
    resolve: ({ email }, request, { loaders }) => connection(loaders.mailsOf.load({ owner: email, request })),
  }),
  activity: t.connection({
    type: Activity,
    description: 'What the person did and what was sent to the person, most recent first.',
    args: part,
    resolve: ({ email }, request, { loaders }) => connection(loaders.activityOf.load({ owner: email, request })),
  }),
}));

builder.objectField(Event, 'person', (t) =>
  t.field({ type: Person, resolve: ({ personKey, email }) => ({ id: personKey, email }) }),
);

builder.objectField(CampaignMessage, 'person', (t) =>
  t.field({
    type: Person,
    nullable: true,
    description: 'Null once the person was erased.',
    resolve: ({ personKey, email }) => (email === null ? null : { id: personKey, email }),
  }),
);

builder.queryField('findPeople', (t) =>
  t.field({
    type: [Person],
    description:
      'A few of the people on any list whose address or names contain every word, of which one has at least three letters. There may be more.',
    args: {
      search: t.arg.string({ required: true }),
      first: t.arg.int({ description: 'At most so many, 1 to 50. Default: 10.' }),
    },
    resolve: (_, args, { scope }) => findPeople(scope, args),
  }),
);

builder.queryField('person', (t) =>
  t.field({
    type: Person,
    description: 'A person by address, known or not: everything that the team holds about them, on all lists.',
    args: { email: t.arg.string({ required: true }) },
    resolve: (_, args, { scope }) => personOf(scope, args),
  }),
);
