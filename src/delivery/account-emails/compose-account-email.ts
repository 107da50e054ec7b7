import MailComposer from 'nodemailer/lib/mail-composer';
import type { AccountEmail } from '../../domain/members/account-emails.ts';
import { domainOf } from '../../validation/email.ts';

/** An account e-mail as a message, in text and HTML. */
export function composeAccountEmail(
  { to, subject, text, html }: AccountEmail,
  { from, id }: { from: string; id: string },
): Promise<Buffer> {
  const mail = new MailComposer({
    from: { name: 'Tidings', address: from },
    to,
    subject,
    text,
    html: html.text,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  return mail.compile().build();
}
