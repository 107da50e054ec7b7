import { resendConfirmation } from '../domain/audience/confirmations.ts';
import { subscribe } from '../domain/audience/subscribe-one.ts';
import { confirm, deleteSubscriber, type Subscriber as SubscriberModel } from '../domain/audience/subscribers.ts';
import { updateSubscriber } from '../domain/audience/update-subscriber.ts';
import { builder } from './builder.ts';
import { withFreshLoaders } from './context.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { SubscribePersonInput } from './subscribe-batch.ts';
import { Subscriber } from './subscriber.ts';
import { subscriberStream } from './subscriber-stream.ts';

const SubscribeResult = builder
  .objectRef<{ subscriber: SubscriberModel; isNew: boolean }>('SubscribeResult')
  .implement({
    fields: (t) => ({
      subscriber: t.field({ type: Subscriber, resolve: ({ subscriber }) => subscriber }),
      isNew: t.exposeBoolean('isNew', { description: 'False when the list had the address already.' }),
    }),
  });

const UpdateSubscriberInput = builder.inputType('UpdateSubscriberInput', {
  description: 'Absent keeps, null clears, a value sets; attributes merge, null removing one.',
  fields: (t) => ({
    firstName: t.string(),
    lastName: t.string(),
    timezone: t.string(),
    locale: t.string(),
    tags: t.stringList({ description: 'All that it shall have.' }),
    attributes: t.field({ type: 'JSONObject' }),
  }),
});

const byId = builder.args((t) => ({ id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  subscribePerson: t.field({
    type: SubscribeResult,
    description: 'Subscribes one address by the rules of a row of a batch.',
    args: {
      listId: t.arg.id({ required: true }),
      input: t.arg({ type: SubscribePersonInput, required: true }),
    },
    resolve: (_, { listId, input }, { scope }) => subscribe(scope, listId, input),
  }),
  updateSubscriber: t.field({
    type: Subscriber,
    args: { ...byId, input: t.arg({ type: UpdateSubscriberInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateSubscriber(scope, id, input),
  }),
  confirmSubscriber: t.field({
    type: Subscriber,
    description: 'Makes who is unconfirmed subscribed; any other state stays as it is.',
    args: byId,
    resolve: (_, { id }, { scope }) => confirm(scope, id),
  }),
  resendSubscriberConfirmation: t.field({
    type: Subscriber,
    description: 'Asks who is unconfirmed once more to confirm, at most once a minute.',
    args: byId,
    resolve: (_, { id }, { scope }) => resendConfirmation(scope, id),
  }),
  deleteSubscriber: t.field({
    type: DeletePayload,
    description: 'Removes the person from the list; events and mails stay.',
    args: byId,
    resolve: (_, { id }, { scope }) => deleted(deleteSubscriber(scope, id)),
  }),
}));

builder.subscriptionField('subscriberChanged', (t) =>
  t.field({
    type: Subscriber,
    description:
      'Each subscriber of the list that changes from now on; one that is deleted with its address and last status. What imports change is left out: they have importProgressed.',
    args: { listId: t.arg.id({ required: true }), email: t.arg.string() },
    subscribe: (_, filter, context) => subscriberStream(context, filter),
    resolve: (subscriber, _, context) => withFreshLoaders(context, subscriber),
  }),
);
