import { resendConfirmation } from '../domain/audience/confirmations.ts';
import { subscribe } from '../domain/audience/subscribe-one.ts';
import { confirm, deleteSubscriber, type Subscriber as SubscriberModel } from '../domain/audience/subscribers.ts';
import { updateSubscriber } from '../domain/audience/update-subscriber.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { subscriberStream } from './streams.ts';
import { CreateSubscriberInput } from './subscribe-batch.ts';
import { Subscriber } from './subscriber.ts';

const SubscribeResult = builder
  .objectRef<{ subscriber: SubscriberModel; isNew: boolean }>('SubscribeResult')
  .implement({
    fields: (t) => ({
      subscriber: t.field({ type: Subscriber, resolve: ({ subscriber }) => subscriber }),
      isNew: t.exposeBoolean('isNew', { description: 'False if the address was already on the list.' }),
    }),
  });

const UpdateSubscriberInput = builder.inputType('UpdateSubscriberInput', {
  description: 'Absent fields keep their values; null clears them. Attributes are merged; null removes an attribute.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the subscriber.' }),
    firstName: t.string({ description: "The person's first name, a single line." }),
    lastName: t.string({ description: "The person's last name, a single line." }),
    timezone: t.field({ type: 'TimeZone', description: 'An IANA time zone, such as Europe/Berlin.' }),
    locale: t.field({ type: 'Locale', description: 'A BCP 47 language tag, such as en-GB.' }),
    tags: t.stringList({ description: 'All tags of the subscriber. Missing tags are removed.' }),
    attributes: t.field({
      type: 'JSONObject',
      description:
        'Attribute values by contact field key. Missing attributes keep their values; null removes an attribute.',
    }),
  }),
});

const byId = builder.args((t) => ({ id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  createSubscriber: t.field({
    type: SubscribeResult,
    description: 'Subscribes one address, like a row of `createSubscribers`.',
    args: { input: t.arg({ type: CreateSubscriberInput, required: true }) },
    resolve: (_, { input: { listId, ...input } }, { scope }) => subscribe(scope, listId, input),
  }),
  updateSubscriber: t.field({
    type: Subscriber,
    description: 'Updates the given fields. Attributes are merged, and null removes an attribute; tags are replaced.',
    args: { input: t.arg({ type: UpdateSubscriberInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope }) => updateSubscriber(scope, id, input),
  }),
  confirmSubscriber: t.field({
    type: Subscriber,
    description: 'Confirms an unconfirmed subscriber. Otherwise changes nothing.',
    args: byId,
    resolve: (_, { id }, { scope }) => confirm(scope, id),
  }),
  resendSubscriberConfirmation: t.field({
    type: Subscriber,
    description: 'Resends the confirmation e-mail to an unconfirmed subscriber, at most once a minute.',
    args: byId,
    resolve: (_, { id }, { scope }) => resendConfirmation(scope, id),
  }),
  deleteSubscriber: t.field({
    type: DeletePayload,
    description: 'Removes a person from the list. Keeps their events and transactional e-mails.',
    args: byId,
    resolve: (_, { id }, { scope }) => deleted(deleteSubscriber(scope, id)),
  }),
}));

builder.subscriptionField('subscriberChanged', (t) =>
  t.field({
    type: Subscriber,
    description:
      'Sends each changed subscriber of the list. A deleted subscriber has its address and last status. Leaves out changes by imports and bulk updates; see `importProgressed` and `bulkUpdateProgressed`.',
    args: {
      listId: t.arg.id({ required: true, description: 'The id of the list. An unknown id fails with NOT_FOUND.' }),
      email: t.arg({ type: 'EmailAddress' }),
    },
    subscribe: (_, filter, context) => subscriberStream(context, filter),
    resolve: (subscriber) => subscriber,
  }),
);
