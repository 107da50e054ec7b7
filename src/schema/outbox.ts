import { orNull } from '../domain/found.ts';
import { listOutbox, readOutboxMessage } from '../domain/sending/outbox/list-outbox.ts';
import { type OutboxContent as Content, readOutboxContent } from '../domain/sending/outbox/outbox-content.ts';
import type { OutboxMessage as Message } from '../domain/sending/outbox/outbox-messages.ts';
import { NotFoundError } from '../errors.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import { builder } from './builder.ts';
import { Campaign } from './campaign.ts';
import type { Context } from './context.ts';
import { loadIfAny } from './loaders.ts';
import { MessageKind } from './message-kind.ts';
import { connection } from './pagination.ts';
import { TransactionalMail } from './transactional-mail.ts';
import { watched } from './watched.ts';

const OutboxHeader = builder.objectRef<Content['headers'][number]>('OutboxHeader').implement({
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value', { description: 'Decoded.' }) }),
});

const OutboxAttachment = builder.objectRef<Content['attachments'][number]>('OutboxAttachment').implement({
  fields: (t) => ({
    filename: t.exposeString('filename', { nullable: true }),
    contentType: t.exposeString('contentType'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
  }),
});

const OutboxContent = builder.objectRef<Content>('OutboxContent').implement({
  description: 'A message in the outbox, parsed into its parts.',
  fields: (t) => ({
    html: t.exposeString('html', { nullable: true }),
    text: t.exposeString('text', { nullable: true }),
    headers: t.field({ type: [OutboxHeader], resolve: ({ headers }) => headers }),
    attachments: t.field({ type: [OutboxAttachment], resolve: ({ attachments }) => attachments }),
    source: t.exposeString('source', { description: 'The whole message, including headers.' }),
  }),
});

const OutboxMessage = builder.objectRef<Message>('OutboxMessage').implement({
  description:
    'A message that was kept because no mail server is set up. Not a Node: it shares its id with the message or transactional mail.',
  fields: (t) => ({
    messageId: t.exposeID('id', { description: 'The id of the message.' }),
    kind: t.expose('kind', { type: MessageKind }),
    from: t.exposeString('from', { description: 'The From header.' }),
    to: t.exposeString('to', { description: 'The To header. Does not include Bcc recipients.' }),
    subject: t.exposeString('subject'),
    size: t.exposeInt('size', { description: 'In bytes.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the message was created.' }),
    campaignId: t.exposeID('campaignId', { nullable: true }),
    campaign: t.field({
      type: Campaign,
      nullable: true,
      description: 'The campaign of the message, unless it was deleted.',
      resolve: ({ campaignId }, _, { loaders }) => loadIfAny(loaders.campaign, campaignId),
    }),
    transactionalMail: t.field({
      type: TransactionalMail,
      nullable: true,
      resolve: ({ mailId }, _, { loaders }) => loadIfAny(loaders.transactionalMail, mailId),
    }),
    content: t.field({
      type: OutboxContent,
      nullable: true,
      description: 'Null if its file is missing.',
      resolve: (message, _, { installation: { outbox } }) =>
        outbox ? readOutboxContent(outbox.folder, message) : null,
    }),
  }),
});

builder.queryFields((t) => ({
  outbox: t.connection({
    type: OutboxMessage,
    nullable: true,
    description:
      'Messages kept while no mail server is set up, newest first, out of the newest 10,000 of the installation. Null if MAIL_URL is set.',
    args: { offset: t.arg.int() },
    resolve: (_, args, { scope, installation: { outbox } }) =>
      outbox ? connection(listOutbox(scope, outbox.folder, args)) : null,
  }),
  outboxMessage: t.field({
    type: OutboxMessage,
    nullable: true,
    description: 'A message in the outbox by id.',
    args: { messageId: t.arg.id({ required: true, description: 'The id of the message: `messageId`.' }) },
    resolve: (_, { messageId }, { scope, installation: { outbox } }) =>
      outbox ? orNull(readOutboxMessage(scope, outbox.folder, messageId)) : null,
  }),
}));

/** The new messages in the outbox of the context's team. */
async function newMessages(context: Context): Promise<BoundedQueue<Message>> {
  const { outbox } = context.installation;
  if (!outbox) throw new NotFoundError();
  const messages = watched(context, (teamId, onEnd) => outbox.live.read(teamId, onEnd));
  await outbox.live.watch();
  return messages;
}

builder.subscriptionField('outboxMessageCreated', (t) =>
  t.field({
    type: OutboxMessage,
    description: 'Sends each new message in the outbox. Fails if MAIL_URL is set.',
    subscribe: (_, _args, context) => newMessages(context),
    resolve: (message) => message,
  }),
);
