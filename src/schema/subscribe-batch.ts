import type { RowResult } from '../domain/audience/subscribe-rows.ts';
import { unsubscribe } from '../domain/audience/subscribers.ts';
import { type BatchResult, subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { Issue } from './issue.ts';
import { Subscriber } from './subscriber.ts';

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
  }),
});

const SubscribeOutcome = wireEnum(
  'SubscribeOutcome',
  'The outcome of a row: failed, subscribed, or, for a row with another status, the status that the person now has.',
  ['subscribed', 'unsubscribed', 'unconfirmed', 'bounced', 'complained', 'failed'],
);

const SubscribeRow = builder.objectRef<RowResult>('SubscribeRow').implement({
  fields: (t) => ({
    index: t.exposeInt('index'),
    email: t.exposeString('email', { nullable: true, description: 'The address as it was sent.' }),
    id: t.exposeID('id', { nullable: true }),
    outcome: t.expose('outcome', { type: SubscribeOutcome }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row failed.' }),
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
      'Subscribes 1 to 1,000 addresses. Each row is validated by itself. More than 100 rows are processed in the background, as an import.',
    args: {
      listId: t.arg.id({ required: true }),
      rows: t.arg({ type: [SubscribePersonInput], required: true, description: 'From 1 to 1,000 people.' }),
    },
    resolve: (_, { listId, rows }, { scope }) => subscribeBatch(scope, listId, rows),
  }),
  unsubscribeSubscriber: t.field({
    type: Subscriber,
    description: 'Unsubscribes a subscriber from the list.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => unsubscribe(scope, id),
  }),
}));
