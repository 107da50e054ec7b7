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

export const Provider = wireEnum(
  'FeedbackProvider',
  'The provider that reports bounces, complaints and unsubscribes.',
  FEEDBACK_PROVIDERS,
);

const FeedbackSource = builder.prismaObject('FeedbackSource', {
  description: 'An address to which a provider reports bounces and complaints.',
  interfaces: [Node],
  fields: (t) => ({
    provider: t.expose('provider', { type: Provider }),
    name: t.exposeString('name', { nullable: true }),
    lastReceivedAt: t.expose('lastReceivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last report was accepted. Accurate to the minute.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const NewFeedbackSource = builder.objectRef<New>('NewFeedbackSource').implement({
  fields: (t) => ({
    url: t.exposeString('url', { description: 'The address for the reports of the provider. It is shown only once.' }),
    secret: t.exposeString('secret', {
      nullable: true,
      description: 'The secret that was created. It is shown only once. Null if a secret was given.',
    }),
    details: t.expose('details', { type: FeedbackSource }),
  }),
});

const CreateFeedbackSourceInput = builder.inputType('CreateFeedbackSourceInput', {
  fields: (t) => ({
    provider: t.field({ type: Provider, required: true, description: 'Who reports.' }),
    name: t.string({ description: 'What the team calls it.' }),
    secret: t.string({
      description:
        'SES: the ARN of the SNS topic. Mailgun: the webhook signing key. SendGrid: the verification key. Postmark and generic: created when absent.',
    }),
  }),
});

const UpdateFeedbackSourceInput = builder.inputType('UpdateFeedbackSourceInput', {
  fields: (t) => ({
    name: t.string({ description: 'What the team calls it.' }),
    secret: t.string({ description: 'As when it is created.' }),
  }),
});

builder.queryFields((t) => ({
  feedbackSource: t.field({
    type: FeedbackSource,
    nullable: true,
    description: 'A feedback source, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readFeedbackSource(scope, id)),
  }),
  feedbackSources: t.connection({
    type: FeedbackSource,
    description: 'The feedback sources of the team, newest first.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope }) => connection(listFeedbackSources(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  createFeedbackSource: t.field({
    type: NewFeedbackSource,
    description: 'Creates an address to which a provider can report.',
    args: { input: t.arg({ type: CreateFeedbackSourceInput, required: true }) },
    resolve: (_, { input }, { scope, installation }) => createFeedbackSource(scope, installation, input),
  }),
  updateFeedbackSource: t.field({
    type: FeedbackSource,
    description: 'Changes the fields that are given. Its address stays the same.',
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: UpdateFeedbackSourceInput, required: true }),
    },
    resolve: (_, { id, input }, { scope, installation }) => updateFeedbackSource(scope, installation.vault, id, input),
  }),
  deleteFeedbackSource: t.field({
    type: DeletePayload,
    description: 'Deletes a feedback source. Its address accepts nothing from then on.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => deleted(deleteFeedbackSource(scope, id)),
  }),
}));
