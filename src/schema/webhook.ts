import { orNull } from '../domain/found.ts';
import { exampleOf } from '../domain/webhooks/examples.ts';
import { type WebhookKind as Kind, WEBHOOK_KINDS } from '../domain/webhooks/kinds.ts';
import { type WebhookTest as Test, testWebhook } from '../domain/webhooks/test-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type Webhook as Row,
  readWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookWithSecret as WithSecret,
} from '../domain/webhooks/webhooks.ts';
import { builder } from './builder.ts';
import { ChangeKind, SelectedKind } from './change-kind.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { openEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { RequestError } from './reason-code.ts';

const DisabledReason = openEnum(
  'WebhookDisabledReason',
  'Why a webhook was disabled automatically.',
  ['gone', 'failing'],
  { gone: 'Your server answered that the address is gone (410).', failing: 'All deliveries failed for five days.' },
);

const WebhookFilter = builder.objectRef<Pick<Row, 'listId' | 'eventNames'>>('WebhookFilter').implement({
  description: 'Restricts the notifications of a webhook within its kinds.',
  fields: (t) => ({
    listId: t.exposeID('listId', { nullable: true, description: 'For notifications about a list: only this list.' }),
    eventNames: t.stringList({
      nullable: true,
      description: 'For recorded events: only events with these names.',
      resolve: ({ eventNames }) => (eventNames.length > 0 ? eventNames : null),
    }),
  }),
});

export const Webhook = builder.prismaObject('Webhook', {
  description: 'A web address that gets notifications. Its secret is shown once, at creation.',
  interfaces: [Node],
  fields: (t) => ({
    url: t.expose('url', { type: 'URL' }),
    kinds: t.field({
      type: [SelectedKind.type],
      description: 'The kinds of notifications to send.',
      resolve: ({ kinds }) => kinds.map((kind) => SelectedKind.known(kind)),
    }),
    filter: t.field({
      type: WebhookFilter,
      nullable: true,
      resolve: (webhook) => (webhook.listId !== null || webhook.eventNames.length > 0 ? webhook : null),
    }),
    description: t.exposeString('description', { nullable: true }),
    enabled: t.exposeBoolean('enabled'),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'When deliveries started to fail. Null if the last attempt succeeded.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was disabled automatically.',
    }),
    disabledReason: t.field({
      type: DisabledReason,
      nullable: true,
      resolve: ({ disabledReason }) => disabledReason as 'gone' | 'failing' | null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const WebhookWithSecret = builder.objectRef<WithSecret>('WebhookWithSecret').implement({
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The key for signing deliveries. Shown only once.' }),
    webhook: t.expose('details', { type: Webhook, description: 'The webhook, without its secret.' }),
  }),
});

const WebhookKind = builder.objectRef<Kind>('WebhookKind').implement({
  description: 'A kind of webhook notification.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ChangeKind.type }),
    name: t.exposeString('kind', {
      description: 'The kind as REST and notifications write it, such as campaign.sent.',
    }),
    description: t.exposeString('description'),
    example: t.field({
      type: 'JSONObject',
      description: 'An example payload. Shortened for the longest payloads.',
      resolve: ({ kind }) => exampleOf(kind),
    }),
  }),
});

const WebhookTest = builder.objectRef<Test>('WebhookTest').implement({
  description: 'The response to a ping.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'True if the status was 2xx.' }),
    status: t.exposeInt('status', { nullable: true, description: 'The HTTP status. Null without a response.' }),
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

const WebhookFilterInput = builder.inputType('WebhookFilterInput', {
  fields: (t) => ({
    listId: t.id({ description: 'For notifications about a list: only this list.' }),
    eventNames: t.stringList({ description: 'For recorded events: only events with these names.' }),
  }),
});

const KINDS = 'The kinds of notifications to send, as listed by `webhookKinds`, or ALL.';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      required: true,
      description: 'A public https URL, unless the installation allows others.',
    }),
    kinds: t.field({ type: [SelectedKind.type], required: true, description: KINDS }),
    filter: t.field({ type: WebhookFilterInput, description: 'Restricts which notifications are sent. Default: all.' }),
    description: t.string({ description: 'The purpose of the webhook.' }),
    enabled: t.boolean({ defaultValue: true, description: 'Whether notifications are sent. Default: true.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'Absent fields keep their values; null resets them.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The id of the webhook.' }),
    url: t.field({ type: 'URL', description: 'A public https URL, unless the installation allows others.' }),
    kinds: t.field({ type: [SelectedKind.type], description: KINDS }),
    filter: t.field({ type: WebhookFilterInput, description: 'Restricts which notifications are sent. Null: all.' }),
    description: t.string({ description: 'The purpose of the webhook.' }),
    enabled: t.boolean({ description: 'Whether notifications are sent.' }),
  }),
});

builder.queryFields((t) => ({
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'A webhook by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readWebhook(scope, id)),
  }),
  webhooks: t.connection({
    type: Webhook,
    description: 'The webhooks of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listWebhooks(scope, args)),
  }),
  webhookKinds: t.field({
    type: [WebhookKind],
    description: 'All kinds of webhook notifications, each with an example.',
    extensions: { kinds: WEBHOOK_KINDS.map((one) => ({ ...one, example: exampleOf(one.kind) })) }, // for OpenAPI
    resolve: () => [...WEBHOOK_KINDS],
  }),
}));

const byId = builder.args((t) => ({ id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecret,
    description: 'Creates a webhook for future notifications.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createWebhook(scope, installation, input),
  }),
  updateWebhook: t.field({
    type: Webhook,
    description: 'Updates the given fields. Waiting deliveries go to the new URL.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true }) },
    resolve: (_, { input: { id, ...input } }, { scope, installation }) => updateWebhook(scope, installation, id, input),
  }),
  deleteWebhook: t.field({
    type: DeletePayload,
    description: 'Deletes a webhook and its waiting deliveries.',
    args: byId,
    resolve: (_, { id }, { scope }) => deleted(deleteWebhook(scope, id)),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookWithSecret,
    description: "Replaces a webhook's secret. The previous secret also signs deliveries for 24 hours.",
    args: byId,
    resolve: (_, { id }, { scope, installation }) => rotateSecret(scope, installation.vault, id),
  }),
  testWebhook: t.field({
    type: WebhookTest,
    description: 'Sends a `ping` to a webhook and returns the response.',
    args: byId,
    resolve: (_, { id }, { scope, installation }) => testWebhook(scope, installation, id),
  }),
}));
