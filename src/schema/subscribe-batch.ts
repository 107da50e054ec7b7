import type { SkippedValue as Skipped } from '../domain/audience/import-terms.ts';
import type { RowResult } from '../domain/audience/subscribe-rows.ts';
import { unsubscribeSayingWhy } from '../domain/audience/unsubscribe-saying-why.ts';
import { type BatchResult, subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { OnInvalid } from './import-csv.ts';
import { IN_FULL } from './import-problems.ts';
import { Issue } from './issue.ts';
import { Subscriber, SubscriberStatus } from './subscriber.ts';
import { UnsubscribeReason } from './unsubscribe-reason.ts';

export const SubscribePersonInput = builder.inputType('SubscribePersonInput', {
  description: 'Given fields replace what is stored, and null clears it. Tags are added, attributes are merged.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The address of the person.' }),
    firstName: t.string({ description: 'On one line.' }),
    lastName: t.string({ description: 'On one line.' }),
    timezone: t.string({ description: 'An IANA time zone, such as Europe/Berlin.' }),
    locale: t.string({ description: 'A BCP 47 language tag, such as en-GB.' }),
    tags: t.stringList({ description: 'At most 100 names. Tags that do not exist are created.' }),
    attributes: t.field({ type: 'JSONObject', description: 'Values by the keys of contact fields.' }),
    resubscribe: t.boolean({
      description: 'Whether people who unsubscribed or bounced are subscribed again. People who complained never are.',
    }),
    status: t.field({
      type: SubscriberStatus,
      description:
        'Unsubscribed, bounced and complained end a subscription, or keep the person as one who left. Unconfirmed keeps a new person without sending an e-mail. Default: subscribed, or unsubscribed beside `unsubscribedAt`.',
    }),
    confirmed: t.boolean({
      description: 'Whether the person has confirmed elsewhere, so that they are sent no confirmation.',
    }),
    consent: t.string({ description: 'How the person agreed to receive e-mails. At most 1,000 characters.' }),
    subscribedAt: t.field({
      type: 'DateTime',
      description: 'When the person subscribed elsewhere. It counts when the row begins a subscription.',
    }),
    unsubscribedAt: t.field({
      type: 'DateTime',
      description:
        'When the person left elsewhere. It counts when the row ends a subscription or keeps a person who left.',
    }),
  }),
});

const SubscribeOutcome = wireEnum(
  'SubscribeOutcome',
  'The outcome of a row: failed, subscribed, or, for a row with another status, the status that the person now has.',
  ['subscribed', 'unsubscribed', 'unconfirmed', 'bounced', 'complained', 'failed'],
);

const SkippedValue = builder.objectRef<Skipped>('SubscribeSkippedValue').implement({
  description: 'A value that was left out of a row, because it is not valid.',
  fields: (t) => ({
    value: t.string({
      description: 'The value as it was sent, cut to 500 characters.',
      resolve: ({ value }) => value.slice(0, 500),
    }),
    issues: t.field({ type: [Issue], extensions: IN_FULL, resolve: (skipped) => [skipped] }),
  }),
});

const SubscribeRow = builder.objectRef<RowResult>('SubscribeRow').implement({
  fields: (t) => ({
    index: t.exposeInt('index'),
    email: t.exposeString('email', { nullable: true, description: 'The address as it was sent.' }),
    id: t.exposeID('id', { nullable: true }),
    outcome: t.expose('outcome', { type: SubscribeOutcome }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row failed.' }),
    skipped: t.expose('skipped', {
      type: [SkippedValue],
      nullable: true,
      description: 'Values that were left out, if there are any. Their row did not fail.',
    }),
  }),
});

const SubscribeBatch = builder.objectRef<BatchResult>('SubscribeBatch').implement({
  fields: (t) => ({
    rows: t.expose('rows', { type: [SubscribeRow] }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed'),
    import: t.expose('import', {
      type: Import,
      nullable: true,
      description: 'The import that processes more than 100 rows.',
    }),
    queued: t.exposeInt('queued', { nullable: true, description: 'The number of rows that wait in the import.' }),
  }),
});

builder.mutationFields((t) => ({
  subscribeBatch: t.field({
    type: SubscribeBatch,
    description:
      'Subscribes 1 to 1,000 addresses, or ends their subscriptions, as each row says. Each row is validated by itself. More than 100 rows are processed in the background, as an import.',
    args: {
      listId: t.arg.id({ required: true }),
      rows: t.arg({ type: [SubscribePersonInput], required: true, description: 'From 1 to 1,000 people.' }),
      resubscribe: t.arg.boolean({ description: 'The same for every row that does not say it.' }),
      tags: t.arg.stringList({ description: 'Tags for every row, beside its own.' }),
      confirmed: t.arg.boolean({ description: 'The same for every row that does not say it.' }),
      consent: t.arg.string({ description: 'The same for every row that does not say it.' }),
      onInvalid: t.arg({ type: OnInvalid, description: 'By default a row with an invalid value fails.' }),
    },
    resolve: (_, { listId, ...batch }, { scope }) => subscribeBatch(scope, listId, batch),
  }),
  unsubscribeSubscriber: t.field({
    type: Subscriber,
    description: 'Unsubscribes a subscriber from the list.',
    args: {
      id: t.arg.id({ required: true }),
      reason: t.arg({ type: UnsubscribeReason, description: 'Why the person left. The first reason counts.' }),
    },
    resolve: (_, { id, ...given }, { scope }) => unsubscribeSayingWhy(scope, id, given),
  }),
}));
