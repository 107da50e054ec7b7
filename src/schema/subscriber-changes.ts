import { resendConfirmation } from '../domain/audience/confirmations.ts';
import { subscribe } from '../domain/audience/subscribe-one.ts';
import { confirm, deleteSubscriber, type Subscriber as SubscriberModel } from '../domain/audience/subscribers.ts';
import { updateSubscriber } from '../domain/audience/update-subscriber.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { SubscribePersonInput } from './subscribe-batch.ts';
import { Subscriber } from './subscriber.ts';
import { subscriberStream } from './subscriber-stream.ts';

const SubscribeResult = builder
  .objectRef<{ subscriber: SubscriberModel; isNew: boolean }>('SubscribeResult')
  .implement({
    fields: (t) => ({
      subscriber: t.field({ type: Subscriber, resolve: ({ subscriber }) => subscriber }),
      isNew: t.exposeBoolean('isNew', { description: 'False if the address was on the list before.' }),
    }),
  });

const UpdateSubscriberInput = builder.inputType('UpdateSubscriberInput', {
  description: 'An absent field keeps its value, and null clears it. Attributes are merged, and null removes one.',
  fields: (t) => ({
    firstName: t.string({ description: 'On one line.' }),
    lastName: t.string({ description: 'On one line.' }),
    timezone: t.string({ description: 'An IANA time zone, such as Europe/Berlin.' }),
    locale: t.string({ description: 'A BCP 47 language tag, such as en-GB.' }),
    tags: t.stringList({ description: 'All tags of the subscriber. A tag that is left out is removed.' }),
    attributes: t.field({
      type: 'JSONObject',
      description: 'Values by the keys of contact fields. Those that are left out stay; null removes one.',
    }),
  }),
});

const byId = builder.args((t) => ({ id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  subscribePerson: t.field({
    type: SubscribeResult,
    description: 'Subscribes one address, as a row of `subscribeBatch` does.',
    args: {
      listId: t.arg.id({ required: true }),
      input: t.arg({ type: SubscribePersonInput, required: true }),
    },
    resolve: (_, { listId, input }, { scope }) => subscribe(scope, listId, input),
  }),
  updateSubscriber: t.field({
    type: Subscriber,
    description: 'Changes the fields that are given. Attributes are merged, null removes one; tags are replaced.',
    args: { ...byId, input: t.arg({ type: UpdateSubscriberInput, required: true }) },
    resolve: (_, { id, input }, { scope }) => updateSubscriber(scope, id, input),
  }),
  confirmSubscriber: t.field({
    type: Subscriber,
    description: 'Confirms a subscriber who is unconfirmed. Changes nothing otherwise.',
    args: byId,
    resolve: (_, { id }, { scope }) => confirm(scope, id),
  }),
  resendSubscriberConfirmation: t.field({
    type: Subscriber,
    description: 'Sends the confirmation mail to an unconfirmed subscriber again, at most once a minute.',
    args: byId,
    resolve: (_, { id }, { scope }) => resendConfirmation(scope, id),
  }),
  deleteSubscriber: t.field({
    type: DeletePayload,
    description: 'Removes a person from the list. Events and mails stay.',
    args: byId,
    resolve: (_, { id }, { scope }) => deleted(deleteSubscriber(scope, id)),
  }),
}));

builder.subscriptionField('subscriberChanged', (t) =>
  t.field({
    type: Subscriber,
    description:
      'Each subscriber of the list that changes from now on. A deleted one has its address and last status. Changes by imports are left out: see `importProgressed`.',
    args: { listId: t.arg.id({ required: true }), email: t.arg.string() },
    subscribe: (_, filter, context) => subscriberStream(context, filter),
    resolve: (subscriber) => subscriber,
  }),
);
