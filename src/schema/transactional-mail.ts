import { orNull } from '../domain/found.ts';
import { listTransactionalMails, MAIL_ORDER_FIELDS } from '../domain/sending/list-mails.ts';
import { previewTransactionalMail } from '../domain/sending/rendered-mail.ts';
import {
  MAIL_STATUSES,
  readTransactionalMail,
  resendTransactionalMail,
  sendTransactionalMail,
} from '../domain/sending/transactional-mails.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { ClickedLink } from './clicked-link.ts';
import { wireEnum } from './enums.ts';
import { loadIfAny } from './loaders.ts';
import { mailChanges } from './mail-changes.ts';
import { Message } from './message.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TimelineEntry } from './timeline.ts';
import { Transport } from './transport.ts';

const Status = wireEnum('TransactionalMailStatus', 'How far a transactional e-mail came.', MAIL_STATUSES);

export const TransactionalMail = builder.prismaObject('TransactionalMail', {
  description: 'A one-to-one message: what was asked for and what became of it.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    templateId: t.exposeID('templateId'),
    template: t.exposeString('template', { description: 'Name of the template when the mail was asked for.' }),
    subject: t.exposeString('subject', { nullable: true, description: 'As sent, once it is.' }),
    from: t.expose('fromEmail', { type: 'EmailAddress' }),
    to: t.expose('to', { type: ['EmailAddress'] }),
    cc: t.expose('cc', { type: ['EmailAddress'] }),
    bcc: t.expose('bcc', { type: ['EmailAddress'] }),
    replyTo: t.expose('replyTo', { type: 'EmailAddress', nullable: true }),
    locale: t.exposeString('locale', { nullable: true }),
    attachments: t.stringList({
      description: 'Names of the files.',
      resolve: ({ id }, _, { loaders }) => loaders.attachmentNames.load(id),
    }),
    variables: t.field({ type: 'JSONObject', resolve: (mail) => mail.variables as object }),
    status: t.expose('status', { type: Status }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    transportId: t.exposeID('transportId', { nullable: true }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: "By which it was asked to go; null for the team's default.",
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks may be counted.' }),
    opens: t.exposeInt('opens', { description: 'By people, as far as machines can be told from them.' }),
    clicks: t.exposeInt('clicks'),
    links: t.field({
      type: [ClickedLink],
      description: 'The links that people clicked, most clicked first.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfMail.load(id),
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'How its delivery stands.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.message.load(id)) ?? null,
    }),
    timeline: t.field({
      type: [TimelineEntry],
      description: 'What happened to it, from the beginning.',
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'The same, as an activity of the person.' }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of its people was erased, and with them what the mail said.',
    }),
  }),
});

const TransactionalMailOrder = orderInput('TransactionalMail', MAIL_ORDER_FIELDS);

export const mailFilters = builder.args((t) => ({
  status: t.field({ type: Status }),
  recipient: t.string({ description: 'One of to, cc or bcc.' }),
  from: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
  to: t.field({ type: 'DateTime', description: 'Created before this time.' }),
  orderBy: t.field({ type: TransactionalMailOrder }),
  offset: t.int(),
}));

const AttachmentInput = builder.inputType('AttachmentInput', {
  fields: (t) => ({
    filename: t.string({ required: true }),
    content: t.string({ required: true, description: 'Base64.' }),
    contentType: t.string(),
  }),
});

const SendTransactionalMailInput = builder.inputType('SendTransactionalMailInput', {
  fields: (t) => ({
    template: t.string({ required: true, description: 'Name of the template.' }),
    to: t.stringList({ required: true }),
    cc: t.stringList(),
    bcc: t.stringList(),
    from: t.string({ description: "The team's sender when absent." }),
    replyTo: t.string(),
    subject: t.string({ description: "Liquid; the template's subject when absent." }),
    variables: t.field({ type: 'JSONObject' }),
    locale: t.string(),
    attachments: t.field({ type: [AttachmentInput] }),
    headers: t.field({ type: 'JSONObject', description: 'Further headers: name to text.' }),
    tracking: t.boolean({ description: 'False: opens and clicks are not counted.' }),
    transportId: t.id({ description: "Id of the transport; the team's default when absent." }),
  }),
});

builder.queryFields((t) => ({
  transactionalMail: t.field({
    type: TransactionalMail,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(readTransactionalMail(scope, id)),
  }),
  previewTransactionalMail: t.field({
    type: RenderedMail,
    nullable: true,
    description: 'What the mail says, made from its template as it is now.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => orNull(previewTransactionalMail(scope, id)),
  }),
  transactionalMails: t.connection({
    type: TransactionalMail,
    args: { template: t.arg.string(), ...mailFilters },
    resolve: (_, args, { scope }) => connection(listTransactionalMails(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  sendTransactionalMail: t.field({
    type: TransactionalMail,
    args: { input: t.arg({ type: SendTransactionalMailInput, required: true }) },
    resolve: (_, { input }, { scope }) => sendTransactionalMail(scope, input),
  }),
  resendTransactionalMail: t.field({
    type: TransactionalMail,
    description: 'Logs a new mail to the same recipients with the same variables and language.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => resendTransactionalMail(scope, id),
  }),
}));

builder.subscriptionField('transactionalMailStatusChanged', (t) =>
  t.field({
    type: TransactionalMail,
    description: 'Each mail whose status changes from now on, with the status it changed to.',
    args: {
      template: t.arg.string(),
      recipient: t.arg.string(),
      ids: t.arg.idList(),
    },
    subscribe: (_, filter, context) => mailChanges(context, filter),
    resolve: (mail) => mail,
  }),
);
