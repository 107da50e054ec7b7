import { orNull } from '../domain/found.ts';
import { FEEDBACK_PROVIDERS } from '../domain/sending/feedback-secrets.ts';
import {
  createFeedbackSource,
  deleteFeedbackSource,
  listFeedbackSources,
  type NewFeedbackSource as New,
  readFeedbackSource,
  updateFeedbackSource,
} from '../domain/sending/feedback-sources.ts';
import { builder } from './builder.ts';
import { DeletePayload, deleted } from './delete-payload.ts';
import { wireEnum } from './enums.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';

const Provider = wireEnum('FeedbackProvider', 'Who reports bounces and complaints.', FEEDBACK_PROVIDERS);

const FeedbackSource = builder.prismaObject('FeedbackSource', {
  description: 'A provider that reports bounces and complaints to an address of ours.',
  interfaces: [Node],
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider }),
    name: t.exposeString('name', { nullable: true }),
    lastReceivedAt: t.expose('lastReceivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a call of the provider was last taken, to the minute.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const NewFeedbackSource = builder.objectRef<New>('NewFeedbackSource').implement({
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Where the provider is to send its reports, shown this once.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'The secret that was made, shown this once; null when one was given.',
    }),
    details: t.expose('details', { type: FeedbackSource }),
  }),
});

const CreateFeedbackSourceInput = builder.inputType('CreateFeedbackSourceInput', {
  fields: (t) => ({
    provider: t.field({ type: Provider, required: true }),
    name: t.string(),
    secret: t.string({
      description:
        'ses: the ARN of the SNS topic; mailgun: the webhook signing key; sendgrid: the verification key; postmark and generic: made when absent.',
    }),
  }),
});

const UpdateFeedbackSourceInput = builder.inputType('UpdateFeedbackSourceInput', {
  fields: (t) => ({ name: t.string(), secret: t.string() }),
});

builder.queryFields((t) => ({
  feedbackSource: t.field({
    type: FeedbackSource,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readFeedbackSource(scope, id)),
  }),
  feedbackSources: t.connection({
    type: FeedbackSource,
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listFeedbackSources(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createFeedbackSource: t.field({
    type: NewFeedbackSource,
    description: 'Makes an address for a provider to report to.',
    args: { input: t.arg({ type: CreateFeedbackSourceInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createFeedbackSource(scope, installation, input),
  }),
  updateFeedbackSource: t.field({
    type: FeedbackSource,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateFeedbackSourceInput, required: true }),
    },
    resolve: (_, { id, input }, { scope, installation }) => updateFeedbackSource(scope, installation.vault, id, input),
  }),
  deleteFeedbackSource: t.field({
    type: DeletePayload,
    description: 'Closes its address.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteFeedbackSource(scope, id)),
  }),
}));
