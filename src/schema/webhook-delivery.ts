import { orNull } from '../domain/found.ts';
import {
  DELIVERY_STATUSES,
  readWebhookDelivery,
  type WebhookDelivery as ShownDelivery,
} from '../domain/webhooks/deliveries.ts';
import { redeliver, redeliverRange } from '../domain/webhooks/redeliver.ts';
import { readWebhook } from '../domain/webhooks/webhooks.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { ChangeKind } from './change-kind.ts';
import type { Context } from './context.ts';
import { deprecatedArgument, ONE_KIND, ONE_STATUS } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { RequestError } from './reason-code.ts';
import { watched } from './watched.ts';
import { Webhook } from './webhook.ts';

const Status = wireEnum('WebhookDeliveryStatus', 'The status of a delivery.', DELIVERY_STATUSES);

const WebhookAttempt = builder.objectRef<ShownDelivery['tries'][number]>('WebhookAttempt').implement({
  description: 'An attempt to send a delivery.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response. Null without a response.',
    }),
    milliseconds: t.exposeInt('milliseconds'),
    answer: t.string({
      nullable: true,
      description: 'The first 2 kB of the response. Null if the URL is not public.',
      resolve: ({ answer, isPublic }) => (isPublic ? answer : null),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no response.' }),
    errorCode: t.field({
      type: RequestError.type,
      nullable: true,
      description: '`error` for programs. Null if there was a response.',
      resolve: ({ error }) => RequestError.codeOf(error),
    }),
  }),
});

export const WebhookDelivery = builder.objectRef<ShownDelivery>('WebhookDelivery').implement({
  description: 'A notification to a webhook. Its id is sent as `webhook-id` and is the same in each attempt.',
  interfaces: [Node],
  fields: (t) => ({
    webhookId: t.id({ resolve: ({ webhookId }) => webhookId as string }),
    webhook: t.field({
      type: Webhook,
      nullable: true,
      description: 'Null once the webhook is deleted.',
      resolve: ({ webhookId }, _, { loaders }) => loaders.webhook.load(webhookId as string),
    }),
    kind: t.field({ type: ChangeKind.type, resolve: ({ kind }) => ChangeKind.known(kind) }),
    url: t.expose('url', { type: 'URL' }),
    status: t.field({ type: Status, resolve: ({ state }) => state as (typeof DELIVERY_STATUSES)[number] }),
    payload: t.field({
      type: 'JSONObject',
      description: 'The content of the request.',
      resolve: ({ body }) => JSON.parse(body) as object,
    }),
    attempts: t.field({ type: [WebhookAttempt], resolve: ({ tries }) => tries }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time of the next attempt. Null if there is none.',
      resolve: ({ state, dueAt }) => (state === 'pending' ? dueAt : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.objectField(Webhook, 'deliveries', (t) =>
  t.connection({
    type: WebhookDelivery,
    description: 'Deliveries of the last 30 days, newest first.',
    args: {
      statuses: t.arg({ type: [Status], description: IN_STATUSES }),
      status: t.arg({ type: Status, description: IN_STATUS, ...deprecatedArgument(ONE_STATUS) }),
      kinds: t.arg({ type: [ChangeKind.type], description: 'Only of these kinds. Absent: all.' }),
      kind: t.arg({
        type: ChangeKind.type,
        description: 'The same as `kinds`, for one kind.',
        ...deprecatedArgument(ONE_KIND),
      }),
      offset: t.arg.int(),
    },
    resolve: ({ id }, request, { loaders }) => connection(loaders.deliveriesOfWebhook.load({ owner: id, request })),
  }),
);

const RedeliverWebhookInput = builder.inputType('RedeliverWebhookInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the webhook.' }),
    since: t.field({ type: 'DateTime', required: true, description: 'Only deliveries created from this time on.' }),
    until: t.field({ type: 'DateTime', description: 'Only deliveries created before this time. Default: now.' }),
    status: t.field({ type: Status, defaultValue: 'failed', description: 'FAILED or DELIVERED. Default: FAILED.' }),
  }),
});

const Redelivery = builder.objectRef<{ count: number }>('WebhookRedelivery').implement({
  fields: (t) => ({ redelivered: t.exposeInt('count', { description: 'The number of deliveries to send again.' }) }),
});

builder.queryField('webhookDelivery', (t) =>
  t.field({
    type: WebhookDelivery,
    nullable: true,
    description: 'A webhook delivery by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readWebhookDelivery(scope, id)),
  }),
);

builder.mutationFields((t) => ({
  redeliverWebhookDelivery: t.field({
    type: WebhookDelivery,
    description: 'Resends a delivery immediately, with the same id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => redeliver(scope, id),
  }),
  redeliverWebhook: t.field({
    type: Redelivery,
    description: 'Resends the failed deliveries of a webhook from a period, or those with another status.',
    args: { input: t.arg({ type: RedeliverWebhookInput, required: true }) },
    resolve: async (_, { input: { id, ...input } }, { scope }) => ({ count: await redeliverRange(scope, id, input) }),
  }),
}));

async function deliveriesAsSent(context: Context, id: string): Promise<BoundedQueue<ShownDelivery>> {
  const { id: webhookId } = await readWebhook(context.scope, id);
  return watched(context, (teamId, onEnd) =>
    context.installation.liveWebhookDeliveries.read(teamId, { webhookId }, onEnd),
  );
}

builder.subscriptionField('webhookDelivered', (t) =>
  t.field({
    type: WebhookDelivery,
    description: 'Sends each delivery of a webhook after each attempt, successful or not.',
    args: { webhookId: t.arg.id({ required: true }) },
    subscribe: (_, { webhookId }, context) => deliveriesAsSent(context, webhookId),
    resolve: (delivery) => delivery,
  }),
);
