import type { SkippedValue as Skipped } from '../domain/audience/import-terms.ts';
import { unsubscribeWithReason } from '../domain/audience/leaving-reasons.ts';
import type { RowResult } from '../domain/audience/subscribe-rows.ts';
import { type BatchResult, subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { builder, type InputFields } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { OnInvalid } from './import-csv.ts';
import { IN_FULL } from './import-problems.ts';
import { Issue } from './issue.ts';
import { loadIfAny } from './loaders.ts';
import { Subscriber, SubscriberStatus } from './subscriber.ts';
import { UnsubscribeReason } from './unsubscribe-reason.ts';

const rowFields = (t: InputFields) => ({
  email: t.field({ type: 'EmailAddress', required: true, description: "The person's e-mail address." }),
  firstName: t.string({ description: "The person's first name, a single line." }),
  lastName: t.string({ description: "The person's last name, a single line." }),
  timezone: t.field({ type: 'TimeZone', description: 'An IANA time zone, such as Europe/Berlin.' }),
  locale: t.field({ type: 'Locale', description: 'A BCP 47 language tag, such as en-GB.' }),
  tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
  attributes: t.field({ type: 'JSONObject', description: 'Attribute values by contact field key.' }),
  resubscribe: t.boolean({
    description:
      'Whether to resubscribe people who unsubscribed or bounced. People who complained are never resubscribed.',
  }),
  status: t.field({
    type: SubscriberStatus,
    description:
      'UNSUBSCRIBED, BOUNCED and COMPLAINED end a subscription, or store a new person with that status. UNCONFIRMED stores a new person without sending an e-mail. Default: SUBSCRIBED, or UNSUBSCRIBED if `unsubscribedAt` is given.',
  }),
  confirmed: t.boolean({
    description: 'Whether the person already confirmed elsewhere. If so, they get no confirmation e-mail.',
  }),
  consent: t.string({ description: 'How the person gave consent. At most 1,000 characters.' }),
  subscribedAt: t.field({
    type: 'DateTime',
    description: 'When the person subscribed elsewhere. Used if the row starts a subscription.',
  }),
  unsubscribedAt: t.field({
    type: 'DateTime',
    description:
      'When the person unsubscribed elsewhere. Used if the row ends a subscription or stores an unsubscribed person.',
  }),
});

const ROW = 'Given fields replace stored values; null clears them. Tags are added and attributes are merged.';

export const CreateSubscriberInput = builder.inputType('CreateSubscriberInput', {
  description: ROW,
  fields: (t) => ({ listId: t.id({ required: true, description: 'The id of the list.' }), ...rowFields(t) }),
});

const SubscriberInput = builder.inputType('SubscriberInput', { description: ROW, fields: rowFields });

const SubscribeOutcome = wireEnum(
  'SubscriberResultStatus',
  "The result of a row: failed, subscribed, or, for a row with another status, the person's current status.",
  ['subscribed', 'unsubscribed', 'unconfirmed', 'bounced', 'complained', 'failed'],
);

const SkippedValue = builder.objectRef<Skipped>('SkippedValue').implement({
  description: 'An invalid value that was left out of a row.',
  fields: (t) => ({
    value: t.string({
      description: 'The value as sent, cut to 500 characters.',
      resolve: ({ value }) => value.slice(0, 500),
    }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: (skipped) => [skipped] }),
  }),
});

const SubscribeRow = builder.objectRef<RowResult>('SubscriberResult').implement({
  fields: (t) => ({
    index: t.exposeInt('index'),
    email: t.exposeString('email', { nullable: true, description: 'The e-mail address as sent.' }),
    subscriberId: t.exposeID('id', { nullable: true, description: 'Null if the row failed.' }),
    subscriber: t.field({
      type: Subscriber,
      nullable: true,
      description: 'Null if the row failed.',
      resolve: ({ id }, _, { loaders }) => loadIfAny(loaders.subscriber, id ?? null),
    }),
    status: t.expose('outcome', {
      type: SubscribeOutcome,
      description: 'Whether the row failed, or the current status.',
    }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row failed.' }),
    skipped: t.expose('skipped', {
      type: [SkippedValue],
      nullable: true,
      description: 'Invalid values that were left out, if any. Their row did not fail.',
    }),
  }),
});

const SubscribeBatch = builder.objectRef<BatchResult>('CreatedSubscribers').implement({
  fields: (t) => ({
    results: t.expose('rows', {
      type: [SubscribeRow],
      description: 'The result of each row, in the order of the input.',
    }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed'),
    import: t.expose('import', {
      type: Import,
      nullable: true,
      description: 'The import for more than 100 rows.',
    }),
    queued: t.exposeInt('queued', { nullable: true, description: 'The number of rows in the `import`.' }),
  }),
});

const CreateSubscribersInput = builder.inputType('CreateSubscribersInput', {
  fields: (t) => ({
    listId: t.id({ required: true, description: 'The id of the list.' }),
    subscribers: t.field({
      type: [SubscriberInput],
      required: true,
      description: 'The people to subscribe, 1 to 1,000.',
    }),
    resubscribe: t.boolean({ description: 'The value of `resubscribe` for rows without it.' }),
    tags: t.stringList({ description: 'Tags for every row, in addition to its own.' }),
    confirmed: t.boolean({ description: 'The value of `confirmed` for rows without it.' }),
    consent: t.string({ description: 'The value of `consent` for rows without it.' }),
    onInvalid: t.field({ type: OnInvalid, description: 'What to do about an invalid value. Default: the row fails.' }),
  }),
});

const UnsubscribeSubscriberInput = builder.inputType('UnsubscribeSubscriberInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the subscriber.' }),
    reason: t.field({
      type: UnsubscribeReason,
      description: 'Why the person unsubscribed. Only the first reason is kept.',
    }),
  }),
});

builder.mutationFields((t) => ({
  createSubscribers: t.field({
    type: SubscribeBatch,
    description:
      "Subscribes 1 to 1,000 addresses or ends their subscriptions, depending on each row's status. Each row is validated on its own. More than 100 rows are processed in the background, as an import.",
    args: { input: t.arg({ type: CreateSubscribersInput, required: true }) },
    resolve: (_, { input: { listId, ...batch } }, { scope }) => subscribeBatch(scope, listId, batch),
  }),
  unsubscribeSubscriber: t.field({
    type: Subscriber,
    description: 'Unsubscribes a subscriber from the list.',
    args: { input: t.arg({ type: UnsubscribeSubscriberInput, required: true }) },
    resolve: (_, { input: { id, ...given } }, { scope }) => unsubscribeWithReason(scope, id, given),
  }),
}));
