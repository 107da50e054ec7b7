import { readMailSource } from '../domain/campaigns/source/mail-source.ts';
import { previewMail } from '../domain/campaigns/test-campaign.ts';
import { orNull } from '../domain/found.ts';
import { cancelTransactionalMail } from '../domain/sending/cancel-mail.ts';
import { listTransactionalMails } from '../domain/sending/list-mails.ts';
import { replyAddresses } from '../domain/sending/reply-addresses.ts';
import { shownVariables } from '../domain/sending/secret-variables.ts';
import { type MailResult, sendTransactionalMails } from '../domain/sending/send-mails.ts';
import { resendTransactionalMail, sendTransactionalMail } from '../domain/sending/transactional-mails.ts';
import { Activity } from './activity.ts';
import { BounceKind } from './bounce-kind.ts';
import { builder } from './builder.ts';
import { ClickedLink } from './clicked-link.ts';
import { wireEnum } from './enums.ts';
import { Issue } from './issue.ts';
import { loadIfAny } from './loaders.ts';
import { Message } from './message.ts';
import { MessageSource, SOURCE_IF_SENT } from './message-source.ts';
import { Node } from './node.ts';
import { connection } from './pagination.ts';
import { requires } from './permissions.ts';
import { MailFailure } from './reason-code.ts';
import { RenderedMail } from './rendered-mail.ts';
import { TimelineEntry } from './timeline.ts';
import { MailStatus, mailArgs } from './transactional-mail-filter.ts';
import { SendTransactionalMailInput } from './transactional-mail-input.ts';
import { Transport } from './transport.ts';
import { Warning, warnings } from './warning.ts';

export const TransactionalMail = builder.prismaObject('TransactionalMail', {
  description: 'A transactional e-mail: the request and its results.',
  interfaces: [Node, Activity],
  fields: (t) => ({
    templateId: t.exposeID('templateId', { nullable: true }),
    templateName: t.string({
      nullable: true,
      description: 'The name of the template at the time of sending. Null: the e-mail has its own content.',
      resolve: ({ template }) => template || null,
    }),
    subject: t.exposeString('subject', {
      description: 'The rendered subject. Until the e-mail is sent, it shows the values at creation.',
    }),
    from: t.expose('fromEmail', { type: 'EmailAddress', description: "The sender's address." }),
    fromName: t.exposeString('fromName', { nullable: true }),
    to: t.expose('to', { type: ['EmailAddress'], description: "The recipients' addresses, without `cc` and `bcc`." }),
    cc: t.expose('cc', { type: ['EmailAddress'] }),
    bcc: t.expose('bcc', { type: ['EmailAddress'] }),
    replyTo: t.field({
      type: ['EmailAddress'],
      description: 'Addresses for replies. Empty: the sender.',
      resolve: ({ replyTo }) => replyAddresses(replyTo),
    }),
    names: t.field({
      type: 'JSONObject',
      description: 'Names given with addresses, by address.',
      resolve: (mail) => mail.names as object,
    }),
    locale: t.expose('locale', { type: 'Locale', nullable: true }),
    attachments: t.stringList({
      description: 'The file names of the attachments.',
      resolve: ({ id }, _, { loaders }) => loaders.attachmentNames.load(id),
    }),
    variables: t.field({
      type: 'JSONObject',
      description: 'The variables without secret ones. Empty once the content was removed.',
      resolve: (mail) => shownVariables(mail),
    }),
    secretVariables: t.exposeStringList('secretVariables', {
      description:
        'Names of secret variables. They are never shown, and removed once the e-mail is sent or has failed.',
    }),
    status: t.expose('status', { type: MailStatus }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    failureCode: t.field({
      type: MailFailure.type,
      nullable: true,
      description: '`failureReason` for programs. Null without one.',
      resolve: ({ failureReason }) => MailFailure.codeOf(failureReason),
    }),
    keptInOutbox: t.boolean({
      description: 'Whether it was kept in the outbox instead of being sent, because there was no mail server.',
      resolve: (mail, _, { installation: { outboxFolder } }) => outboxFolder.has(mail),
    }),
    transportId: t.exposeID('transportId', { nullable: true }),
    automationId: t.exposeID('automationId', {
      nullable: true,
      description: 'The automation that sent the e-mail, if any.',
    }),
    automationStep: t.exposeString('automationStep', {
      nullable: true,
      description: "The id of the automation's step.",
    }),
    transport: t.field({
      type: Transport,
      nullable: true,
      description: "The requested transport. Null: the team's default transport.",
      resolve: ({ transportId }, _, { loaders }) => loadIfAny(loaders.transport, transportId),
    }),
    tracking: t.exposeBoolean('tracking', { description: 'Whether opens and clicks are tracked.' }),
    strict: t.exposeBoolean('strict', {
      nullable: true,
      description: 'Whether the e-mail fails if a variable has no value. Null: as set in its template.',
    }),
    warnings: t.field({
      type: [Warning],
      description: 'Addresses with missing variables, at the time of acceptance.',
      resolve: (mail) => warnings(mail.warnings),
    }),
    opens: t.exposeInt('opens', {
      description: 'The number of opens by people. Machine opens are not counted.',
    }),
    clicks: t.exposeInt('clicks', { description: 'The number of clicks by people.' }),
    openedAt: t.expose('openedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a person first opened it. A first click counts as an open.',
    }),
    clickedAt: t.expose('clickedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a person first clicked a link in it.',
    }),
    bouncedAt: t.expose('bouncedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it bounced after a mail server had accepted it. Its status remains `SENT`.',
    }),
    bounceKind: t.expose('bounceKind', { type: BounceKind, nullable: true, description: 'Present if it bounced.' }),
    complainedAt: t.expose('complainedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a recipient marked it as spam.',
    }),
    links: t.field({
      type: [ClickedLink],
      description: 'Links clicked by people, most clicks first.',
      resolve: ({ id }, _, { loaders }) => loaders.linksOfMail.load(id),
    }),
    message: t.field({
      type: Message,
      nullable: true,
      description: 'The delivery of the e-mail.',
      resolve: async ({ id }, _, { loaders }) => (await loaders.message.load(id)) ?? null,
    }),
    timeline: t.field({
      type: [TimelineEntry],
      description: "The e-mail's history, oldest first.",
      resolve: ({ id }, _, { loaders }) => loaders.timeline.load(id),
    }),
    sendAt: t.expose('sendAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The requested time of sending. Null: immediately.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the e-mail was cancelled. Its status is then `FAILED`.',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'The same as `createdAt`.' }),
    source: t.field({
      type: MessageSource,
      nullable: true,
      description: SOURCE_IF_SENT,
      resolve: (mail, _, { scope, installation }) => readMailSource(scope, mail, installation),
    }),
    campaignId: t.exposeID('campaignId', { nullable: true, description: 'The campaign of this test e-mail.' }),
    contentRemovedAt: t.expose('contentRemovedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its variables, attachments, headers and own content were removed because of age.',
    }),
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: "When a recipient was erased. This also erases the e-mail's content.",
    }),
  }),
});

const ResultStatus = wireEnum('TransactionalMailResultStatus', 'Whether an e-mail of a batch was accepted.', [
  'accepted',
  'invalid',
]);

const TransactionalMailResult = builder.objectRef<MailResult>('TransactionalMailResult').implement({
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The position of the row.' }),
    status: t.expose('status', { type: ResultStatus }),
    transactionalMailId: t.id({
      nullable: true,
      description: 'Present if the e-mail was accepted.',
      resolve: ({ mail }) => mail?.id,
    }),
    transactionalMail: t.field({
      type: TransactionalMail,
      nullable: true,
      description: 'Present if the e-mail was accepted.',
      resolve: ({ mail }) => mail,
    }),
    issues: t.expose('issues', { type: [Issue], nullable: true, description: 'Present if the row is invalid.' }),
    warnings: t.field({
      type: [Warning],
      description: 'Addresses in the e-mail with missing variables.',
      resolve: ({ mail }) => warnings(mail?.warnings ?? []),
    }),
  }),
});

builder.queryFields((t) => ({
  transactionalMail: t.field({
    type: TransactionalMail,
    nullable: true,
    description: 'A transactional e-mail with its status and counters, by id.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { loaders }) => loaders.transactionalMail.load(id),
  }),
  previewTransactionalMail: t.field({
    type: RenderedMail,
    nullable: true,
    description: 'The content of the e-mail, rendered from the current version of its template.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope, installation }) => orNull(previewMail(scope, id, installation.links)),
  }),
  transactionalMails: t.connection({
    type: TransactionalMail,
    description: 'The transactional e-mails of the team. Default order: newest first.',
    args: { template: t.arg.string(), ...mailArgs },
    resolve: (_, { filter, ...args }, { scope }) => connection(listTransactionalMails(scope, { ...filter, ...args })),
  }),
}));

const SendTransactionalMailsInput = builder.inputType('SendTransactionalMailsInput', {
  fields: (t) => ({
    mails: t.field({
      type: [SendTransactionalMailInput],
      required: true,
      description: 'The e-mails to send, 1 to 100.',
    }),
  }),
});

builder.mutationFields((t) => ({
  sendTransactionalMail: t.field({
    ...requires('sendMails'),
    type: TransactionalMail,
    description:
      'Queues an e-mail from a template or with its own content, and sends it in the background or at `sendAt`.',
    args: { input: t.arg({ type: SendTransactionalMailInput, required: true }) },
    resolve: (_, { input }, { scope }) => sendTransactionalMail(scope, input),
  }),
  sendTransactionalMails: t.field({
    ...requires('sendMails'),
    type: [TransactionalMailResult],
    description: 'Sends 1 to 100 e-mails. Each row is validated on its own.',
    args: { input: t.arg({ type: SendTransactionalMailsInput, required: true }) },
    resolve: (_, { input }, { scope }) => sendTransactionalMails(scope, input),
  }),
  cancelTransactionalMail: t.field({
    type: TransactionalMail,
    description: 'Cancels an e-mail before it is sent. A second call has no effect.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => cancelTransactionalMail(scope, id),
  }),
  resendTransactionalMail: t.field({
    type: TransactionalMail,
    description: 'Creates a new e-mail to the same recipients with the same variables and language.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, { id }, { scope }) => resendTransactionalMail(scope, id),
  }),
}));
