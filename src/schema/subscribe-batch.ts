import type { RowResult } from '../domain/audience/subscribe-rows.ts';
import { unsubscribe } from '../domain/audience/subscribers.ts';
import { type BatchResult, subscribeBatch } from '../domain/imports/subscribe-batch.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { Import } from './import.ts';
import { Issue } from './issue.ts';
import { Subscriber } from './subscriber.ts';

export const SubscribePersonInput = builder.inputType('SubscribePersonInput', {
  description: 'Given fields replace, tags are added, attributes merge; null clears.',
  fields: (t) => ({
    email: t.string({ required: true }),
    firstName: t.string(),
    lastName: t.string(),
    timezone: t.string({ description: 'IANA, such as Europe/Berlin.' }),
    locale: t.string({ description: 'BCP 47, such as en-GB.' }),
    tags: t.stringList(),
    attributes: t.field({ type: 'JSONObject' }),
    resubscribe: t.boolean({ description: 'Takes back who unsubscribed or bounced; never who complained.' }),
  }),
});

const SubscribeOutcome = wireEnum('SubscribeOutcome', 'What became of a row.', ['subscribed', 'failed']);

const SubscribeRow = builder.objectRef<RowResult>('SubscribeRow').implement({
  fields: (t) => ({
    index: t.exposeInt('index'),
    email: t.exposeString('email', { nullable: true, description: 'As it was sent.' }),
    id: t.exposeID('id', { nullable: true }),
    outcome: t.expose('outcome', { type: SubscribeOutcome }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present when failed.' }),
  }),
});

const SubscribeBatch = builder.objectRef<BatchResult>('SubscribeBatch').implement({
  fields: (t) => ({
    rows: t.expose('rows', { type: [SubscribeRow] }),
    added: t.exposeInt('added'),
    updated: t.exposeInt('updated'),
    failed: t.exposeInt('failed'),
    import: t.expose('import', { type: Import, nullable: true, description: 'What more than 100 rows are filed as.' }),
    queued: t.exposeInt('queued', { nullable: true, description: 'How many rows wait in the import.' }),
  }),
});

builder.mutationFields((t) => ({
  subscribeBatch: t.field({
    type: SubscribeBatch,
    description:
      'Subscribes 1 to 1,000 addresses, each row validated by itself: more than 100 in the background, as an import.',
    args: {
      listId: t.arg.id({ required: true }),
      rows: t.arg({ type: [SubscribePersonInput], required: true }),
    },
    resolve: (_, { listId, rows }, { scope }) => subscribeBatch(scope, listId, rows),
  }),
  unsubscribeSubscriber: t.field({
    type: Subscriber,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => unsubscribe(scope, id),
  }),
}));
