import { MAIL_ORDER_FIELDS } from '../domain/sending/list-mails.ts';
import { MAIL_STATUSES } from '../domain/sending/transactional-mails.ts';
import { BounceKind } from './bounce-kind.ts';
import { builder } from './builder.ts';
import { IN_STATUS, IN_STATUSES } from './by-status.ts';
import { deprecatedArgument, FORMER_SINCE, FORMER_UNTIL } from './deprecations.ts';
import { wireEnum } from './enums.ts';
import { orderInput } from './ordering.ts';

export const MailStatus = wireEnum('TransactionalMailStatus', 'The status of a transactional e-mail.', MAIL_STATUSES);

const TransactionalMailOrder = orderInput('TransactionalMail', MAIL_ORDER_FIELDS);

const TransactionalMailFilter = builder.inputType('TransactionalMailFilter', {
  description: 'Selects e-mails. All given keys must match.',
  fields: (t) => ({
    statuses: t.field({ type: [MailStatus], description: IN_STATUSES }),
    status: t.field({ type: MailStatus, description: IN_STATUS }),
    recipient: t.field({ type: 'EmailAddress', description: 'An address in to, cc or bcc.' }),
    opened: t.boolean({ description: 'Whether a person opened it.' }),
    clicked: t.boolean({ description: 'Whether a person clicked a link in it.' }),
    bounced: t.boolean({ description: 'Whether it bounced after a mail server had accepted it.' }),
    bounceKind: t.field({ type: BounceKind, description: 'Only e-mails that bounced this way.' }),
    complained: t.boolean({ description: 'Whether a recipient marked it as spam.' }),
    since: t.field({ type: 'DateTime', description: 'Only e-mails created from this time on.' }),
    until: t.field({ type: 'DateTime', description: 'Only e-mails created before this time.' }),
    from: t.field({ type: 'DateTime', description: 'The same as `since`.', ...deprecatedArgument(FORMER_SINCE) }),
    to: t.field({ type: 'DateTime', description: 'The same as `until`.', ...deprecatedArgument(FORMER_UNTIL) }),
  }),
});

export const mailArgs = builder.args((t) => ({
  filter: t.field({ type: TransactionalMailFilter }),
  orderBy: t.field({ type: TransactionalMailOrder }),
  offset: t.int(),
}));
