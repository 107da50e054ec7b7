import { previewMail } from '../domain/campaigns/preview-mail.ts';
import { orNull } from '../domain/found.ts';
import { cancelTransactionalMail } from '../domain/sending/cancel-mail.ts';
import { listTransactionalMails, MAIL_ORDER_FIELDS } from '../domain/sending/list-mails.ts';
import { replyAddresses } from '../domain/sending/reply-addresses.ts';
import { shownVariables } from '../domain/sending/secret-variables.ts';
import { type MailResult, sendTransactionalMails } from '../domain/sending/send-mails.ts';
import {
  MAIL_STATUSES,
  resendTransactionalMail,
  sendTransactionalMail,
} from '../domain/sending/transactional-mails.ts';
import { Activity } from './activity.ts';
import { builder } from './builder.ts';
import { ClickedLink } from './clicked-link.ts';
import { wireEnum } from './enums.ts';
import { Issue } from './issue.ts';
import { loadIfAny } from './loaders.ts';
import { mailChanges } from './mail-changes.ts';
import { Message } from './message.ts';
import { needing } from './needs.ts';
import { Node } from './node.ts';
import { orderInput } from './ordering.ts';
import { connection } from './pagination.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TimelineEntry } from './timeline.ts';
import { Transport } from './transport.ts';

const Status = wireEnum('TransactionalMailStatus', 'The status of a transactional e-mail.', MAIL_STATUSES);

export const TransactionalMail = builder.prismaObject('TransactionalMail', {
  description: 'A transactional e-mail: the request, and what happened to it.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    templateId: t.exposeID('templateId', { nullable: true }),
    template: t.string({
      nullable: true,
      description: 'The name of the template when the mail was created. Null: the mail has content of its own.',
      resolve: ({ template }) => template || null,
    }),
    subject: t.exposeString('subject', {
      description: 'As rendered when the mail was created. Once the mail is sent, as it was sent.',
    }),
    from: t.expose('fromEmail', { type: 'EmailAddress' }),
    fromName: t.exposeString('fromName', { nullable: true }),
    to: t.expose('to', { type: ['EmailAddress'] }),
    cc: t.expose('cc', { type: ['EmailAddress'] }),
    bcc: t.expose('bcc', { type: ['EmailAddress'] }),
    replyTo: t.field({
      type: ['EmailAddress'],
      description: 'Where replies go. Empty: to the sender.',
      resolve: ({ replyTo }) => replyAddresses(replyTo),
    }),
    names: t.field({
      type: 'JSONObject',
      description: 'The names given with addresses, by address.',
      resolve: (mail) => mail.names as object,
    }),
    locale: t.exposeString('locale', { nullable: true }),
    attachments: t.stringList({
      description: 'The names of the attached files.',
      resolve: ({ id }, _, { loaders }) => loaders.attachmentNames.load(id),
    }),
    variables: t.field({
      type: 'JSONObject',
      description: 'Without those that are secret. Empty once the content is removed.',
      resolve: (mail) => shownVariables(mail),
    }),
    secretVariables: t.exposeStringList('secretVariables', {
      description: 'Names of variables that are never shown, and are removed when the mail is sent or has failed.',
    }),
    status: t.expose('status', { type: Status }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    transportId: t.exposeID('transportId', { nullable: true }),
    automationId: t.exposeID('automationId', {
      nullable: true,
      description: 'The automation whose step sent it, if one did.',
    }),
    automationStep: t.exposeString('automationStep', { nullable: true, description: 'The id of the step.' }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: 'The transport that was asked for. Null: the default transport of the team.',
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks may be counted.' }),
    strict: t.exposeBoolean('strict', {
      nullable: true,
      description: 'Whether it fails when a variable has no value. Null: as its template says.',
    }),
    warnings: t.exposeStringList('warnings', {
      description: 'Addresses in it that lack a variable, as it was accepted.',
    }),
    opens: t.exposeInt('opens', {
      description: 'The number of opens by people. Opens that were recognised as machines are not counted.',
    }),
    clicks: t.exposeInt('clicks'),
    links: t.field({
      type: [ClickedLink],
      description: 'The links that people clicked, most clicked first.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfMail.load(id),
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'The delivery of the mail.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.message.load(id)) ?? null,
    }),
    timeline: t.field({
      type: [TimelineEntry],
      description: 'What happened to it, from the beginning.',
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
    sendAt: t.expose('sendAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was asked to be sent. Null: at once.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was cancelled. Its status is `FAILED` then.',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'The same as `createdAt`.' }),
    campaignId: t.exposeID('campaignId', { nullable: true, description: 'The campaign that it is a test of.' }),
    contentRemovedAt: t.expose('contentRemovedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its variables, attachments, headers and own content were removed because of its age.',
    }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a recipient was erased. The content of the mail is erased too.',
    }),
  }),
});

const TransactionalMailOrder = orderInput('TransactionalMail', MAIL_ORDER_FIELDS);

export const mailFilters = builder.args((t) => ({
  status: t.field({ type: Status }),
  recipient: t.string({ description: 'An address in to, cc or bcc.' }),
  from: t.field({ type: 'DateTime', description: 'Created at this time or later.' }),
  to: t.field({ type: 'DateTime', description: 'Created before this time.' }),
  orderBy: t.field({ type: TransactionalMailOrder }),
  offset: t.int(),
}));

const AttachmentInput = builder.inputType('AttachmentInput', {
  fields: (t) => ({
    filename: t.string({ required: true, description: 'As the reader sees it.' }),
    content: t.string({ required: true, description: 'Base64.' }),
    contentType: t.string({
      description: 'Such as application/pdf, or text/calendar; method=REQUEST. Default: by the name.',
    }),
    contentId: t.string({ description: 'Shows the file inline, where the HTML has src="cid:" and this id.' }),
  }),
});

const SendTransactionalMailInput = builder.inputType('SendTransactionalMailInput', {
  fields: (t) => ({
    template: t.string({ description: 'Name of the template. Required, unless `html` or `text` is given.' }),
    to: t.stringList({ required: true, description: '`address` or `Name <address>`.' }),
    cc: t.stringList({ description: '`address` or `Name <address>`.' }),
    bcc: t.stringList({ description: '`address` or `Name <address>`.' }),
    from: t.string({ description: '`address` or `Name <address>`. Default: the sender of the team.' }),
    fromName: t.string({ description: 'Replaces the name in `from`, or that of the team.' }),
    replyTo: t.stringList({ description: '`address` or `Name <address>`, up to 10 of them.' }),
    subject: t.string({ description: 'In Liquid. Default: the subject of the template. Required without a template.' }),
    html: t.string({ description: 'The HTML of a mail without a template, in Liquid. Default: made from `text`.' }),
    text: t.string({ description: 'The text of a mail without a template, in Liquid. Default: made from `html`.' }),
    variables: t.field({ type: 'JSONObject', description: 'What the template finds, by name.' }),
    secretVariables: t.stringList({
      description:
        'Names of variables with secrets, such as a link to reset a password. They are never shown, and are removed when the mail is sent or has failed. Opens and clicks of such a mail are not counted, and it cannot be sent again.',
    }),
    locale: t.string({ description: 'The language to render the template in.' }),
    attachments: t.field({ type: [AttachmentInput], description: 'Files that go with it.' }),
    headers: t.field({ type: 'JSONObject', description: 'More headers, by name.' }),
    tracking: t.boolean({ description: 'Whether opens and clicks are counted. Default: true.' }),
    strict: t.boolean({
      description:
        'Whether the mail is refused, or fails, when a variable has no value. Default: as its template says.',
    }),
    transportId: t.id({ description: 'Id of the transport. Default: the default transport of the team.' }),
    sendAt: t.field({ type: 'DateTime', description: 'At most 30 days ahead. Default: now.' }),
  }),
});

const ResultStatus = wireEnum('TransactionalMailResultStatus', 'Whether a mail of a batch was accepted.', [
  'accepted',
  'invalid',
]);

const TransactionalMailResult = builder.objectRef<MailResult>('TransactionalMailResult').implement({
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The position of the row.' }),
    status: t.expose('status', { type: ResultStatus }),
    id: t.id({ nullable: true, description: 'Present if the mail was accepted.', resolve: ({ mail }) => mail?.id }),
    mail: t.field({ type: TransactionalMail, nullable: true, resolve: ({ mail }) => mail }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row is invalid.' }),
    warnings: t.stringList({
      description: 'Addresses in the mail that lack a variable.',
      resolve: ({ mail }) => mail?.warnings ?? [],
    }),
  }),
});

builder.queryFields((t) => ({
  transactionalMail: t.field({
    type: TransactionalMail,
    nullable: true,
    description: 'A transactional e-mail with its status and counters, by its id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.transactionalMail.load(id),
  }),
  previewTransactionalMail: t.field({
    type: RenderedMail,
    nullable: true,
    description: 'The content of the mail, made from its template as it is now.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => orNull(previewMail(scope, id, installation.links)),
  }),
  transactionalMails: t.connection({
    type: TransactionalMail,
    description: 'The transactional e-mails of the team, newest first unless ordered otherwise.',
    args: { template: t.arg.string(), ...mailFilters },
    resolve: (_, args, { scope }) => connection(listTransactionalMails(scope, args)),
  }),
}));

builder.mutationFields((t) => ({
  sendTransactionalMail: t.field({
    ...needing('sendMails'),
    type: TransactionalMail,
    description:
      'Logs an e-mail, made from a template or from content of its own, and sends it in the background, or at `sendAt`.',
    args: { input: t.arg({ type: SendTransactionalMailInput, required: true }) },
    resolve: (_, { input }, { scope }) => sendTransactionalMail(scope, input),
  }),
  sendTransactionalMails: t.field({
    ...needing('sendMails'),
    type: [TransactionalMailResult],
    description: 'Sends 1 to 100 mails. Each row is validated by itself.',
    args: {
      inputs: t.arg({ type: [SendTransactionalMailInput], required: true, description: 'From 1 to 100 mails.' }),
    },
    resolve: (_, { inputs }, { scope }) => sendTransactionalMails(scope, inputs),
  }),
  cancelTransactionalMail: t.field({
    type: TransactionalMail,
    description: 'Cancels a mail that is not being sent yet. A second call changes nothing.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelTransactionalMail(scope, id),
  }),
  resendTransactionalMail: t.field({
    type: TransactionalMail,
    description: 'Creates a new mail to the same recipients with the same variables and language.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => resendTransactionalMail(scope, id),
  }),
}));

builder.subscriptionField('transactionalMailStatusChanged', (t) =>
  t.field({
    type: TransactionalMail,
    description: 'Each mail whose status changes from now on, with its new status.',
    args: {
      template: t.arg.string(),
      recipient: t.arg.string(),
      ids: t.arg.idList(),
    },
    subscribe: (_, filter, context) => mailChanges(context, filter),
    resolve: (mail) => mail,
  }),
);
