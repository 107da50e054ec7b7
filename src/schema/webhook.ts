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
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const DisabledReason = wireEnum(
  'WebhookDisabledReason',
  'Why a webhook was disabled for the team.',
  ['gone', 'failing'],
  { gone: 'It has answered 410.', failing: 'For five days nothing has succeeded.' },
);

const WebhookFilter = builder.objectRef<Pick<Row, 'listId' | 'eventNames'>>('WebhookFilter').implement({
  description: 'What of its kinds a webhook is told of.',
  fields: (t) => ({
    listId: t.exposeID('listId', { nullable: true, description: 'Of what belongs to a list: this one alone.' }),
    eventNames: t.stringList({
      nullable: true,
      description: 'Of events: those with these names alone.',
      resolve: ({ eventNames }) => (eventNames.length > 0 ? eventNames : null),
    }),
  }),
});

export const Webhook = builder.prismaObject('Webhook', {
  description: 'A web address that is told of what happens. Its secret is shown when it is made, and never again.',
  interfaces: [Node],
  fields: (t) => ({
    url: t.exposeString('url'),
    kinds: t.exposeStringList('kinds', { description: 'What it is told of. `*`: everything.' }),
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
      description: 'Since when nothing has succeeded, if the last attempt failed.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was disabled for the team.',
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
    secret: t.exposeString('secret', { description: 'What its deliveries are signed with. It is shown only once.' }),
    details: t.expose('details', { type: Webhook }),
  }),
});

const WebhookKind = builder.objectRef<Kind>('WebhookKind').implement({
  description: 'Something that webhooks can be told of.',
  fields: (t) => ({
    kind: t.exposeString('kind'),
    description: t.exposeString('description'),
    example: t.field({
      type: 'JSONObject',
      description: 'What is sent. Of the longest things it shows a part.',
      resolve: ({ kind }) => exampleOf(kind),
    }),
  }),
});

const WebhookTest = builder.objectRef<Test>('WebhookTest').implement({
  description: 'What the other side said to a ping.',
  fields: (t) => ({
    ok: t.exposeBoolean('ok', { description: 'True if the answer was a 2xx.' }),
    status: t.exposeInt('status', { nullable: true, description: 'Null: there was no answer.' }),
    milliseconds: t.exposeInt('milliseconds'),
    answer: t.string({
      nullable: true,
      description: 'Its first 2 kB. Null if the address is not public.',
      resolve: ({ answer, isPublic }) => (isPublic ? answer : null),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer.' }),
  }),
});

const WebhookFilterInput = builder.inputType('WebhookFilterInput', {
  fields: (t) => ({
    listId: t.id({ description: 'Of what belongs to a list: this one alone.' }),
    eventNames: t.stringList({ description: 'Of events: those with these names alone.' }),
  }),
});

const KINDS = 'What to be told of, as GET /v1/webhook-kinds names it, or `*` for everything.';

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.string({ required: true, description: 'Of https, and public, unless the installation allows more.' }),
    kinds: t.stringList({ required: true, description: KINDS }),
    filter: t.field({ type: WebhookFilterInput, description: 'Of what is told, this alone. Default: everything.' }),
    description: t.string({ description: 'What it is for.' }),
    enabled: t.boolean({ description: 'Default: true.' }),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'An absent field keeps its value, and null sets it to its default.',
  fields: (t) => ({
    url: t.string({ description: 'Of https, and public, unless the installation allows more.' }),
    kinds: t.stringList({ description: KINDS }),
    filter: t.field({ type: WebhookFilterInput, description: 'Of what is told, this alone. Null: everything.' }),
    description: t.string({ description: 'What it is for.' }),
    enabled: t.boolean({ description: 'Whether it is told of anything.' }),
  }),
});

builder.queryFields((t) => ({
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'A webhook, by its id.',
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
    description: 'Everything that webhooks can be told of, with an example of each.',
    extensions: { kinds: WEBHOOK_KINDS.map((one) => ({ ...one, example: exampleOf(one.kind) })) }, // for OpenAPI
    resolve: () => [...WEBHOOK_KINDS],
  }),
}));

const byId = builder.args((t) => ({ id: t.id({ required: true }) }));

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookWithSecret,
    description: 'Creates a webhook, which is told of what happens from now on.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createWebhook(scope, installation, input),
  }),
  updateWebhook: t.field({
    type: Webhook,
    description: 'Changes the fields that are given. What waits goes to a new address.',
    args: { ...byId, input: t.arg({ type: UpdateWebhookInput, required: true }) },
    resolve: (_, { id, input }, { scope, installation }) => updateWebhook(scope, installation, id, input),
  }),
  deleteWebhook: t.field({
    type: DeletePayload,
    description: 'Deletes a webhook. What waits for it is not sent.',
    args: byId,
    resolve: (_, { id }, { scope }) => deleted(deleteWebhook(scope, id)),
  }),
  rotateWebhookSecret: t.field({
    type: WebhookWithSecret,
    description: 'Replaces the secret of a webhook. The one before it signs too for 24 hours.',
    args: byId,
    resolve: (_, { id }, { scope, installation }) => rotateSecret(scope, installation.vault, id),
  }),
  testWebhook: t.field({
    type: WebhookTest,
    description: 'Sends a `ping` to a webhook now, and gives what the other side said.',
    args: byId,
    resolve: (_, { id }, { scope, installation }) => testWebhook(scope, installation, id),
  }),
}));
