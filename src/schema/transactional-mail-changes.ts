import { MAIL_CHANGES, type MailChange } from '../domain/sending/live-mail-changes.ts';
import { builder } from './builder.ts';
import { wireEnum } from './enums.ts';
import { mailChanges, mailStatusChanges } from './streams.ts';
import { TransactionalMail } from './transactional-mail.ts';

const ChangeKind = wireEnum('TransactionalMailChangeKind', 'What happened to a transactional e-mail.', MAIL_CHANGES, {
  status: 'It was accepted, sent, or has failed: see `status`.',
  opened: 'A person opened it.',
  clicked: 'A person clicked a link in it.',
  bounced: 'It bounced after a mail server had accepted it: see `bounceKind`.',
  complained: 'A recipient marked it as spam.',
  corrected: "Opens or clicks turned out to be a machine's, and no longer count.",
});

const TransactionalMailChange = builder.objectRef<MailChange>('TransactionalMailChange').implement({
  description: 'Something that happened to a transactional e-mail.',
  fields: (t) => ({
    change: t.expose('change', { type: ChangeKind }),
    transactionalMail: t.field({
      type: TransactionalMail,
      description: 'The e-mail after the change.',
      resolve: ({ mail }) => mail,
    }),
  }),
});

const streamedMails = builder.args((t) => ({
  template: t.string({ description: 'Only e-mails from the template with this name or id.' }),
  recipient: t.field({ type: 'EmailAddress', description: 'Only e-mails with this address in to, cc or bcc.' }),
  ids: t.idList({ description: 'Only these e-mails.' }),
}));

builder.subscriptionFields((t) => ({
  transactionalMailChanged: t.field({
    type: TransactionalMailChange,
    description:
      'Sends what happens to transactional e-mails: each status, open, click, bounce and spam complaint, with the e-mail after it.',
    args: {
      ...streamedMails,
      changes: t.arg({ type: [ChangeKind], description: 'Only these kinds of changes. Default: all.' }),
    },
    subscribe: (_, filter, context) => mailChanges(context, filter),
    resolve: (change) => change,
  }),
  transactionalMailStatusChanged: t.field({
    type: TransactionalMail,
    description: 'Sends each transactional e-mail whose status changes, with its new status.',
    args: streamedMails,
    subscribe: (_, filter, context) => mailStatusChanges(context, filter),
    resolve: (mail) => mail,
  }),
}));
