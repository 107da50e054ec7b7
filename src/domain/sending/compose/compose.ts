import MailComposer from 'nodemailer/lib/mail-composer';
import type { TransactionalMail } from '../../../generated/prisma/client.ts';
import { domainOf, isPlain, normaliseEmail } from '../../../validation/email.ts';
import { replyAddresses } from '../reply-addresses.ts';
import { composedAttachments } from './attachments.ts';
import type { ComposedMessage } from './composed-message.ts';
import { foldable } from './header-value.ts';
import { customHeaders, refuseBreaks } from './headers.ts';
import { unsubscribeHeaders } from './list-unsubscribe.ts';
import { MessageError } from './message-error.ts';

/** Limit for a name, which is written as one quoted word on one line. */
const NAME_CHARACTERS = 500;

export type MailRow = Pick<
  TransactionalMail,
  'id' | 'fromEmail' | 'fromName' | 'to' | 'cc' | 'bcc' | 'replyTo' | 'headers' | 'attachments' | 'createdAt'
> &
  Partial<Pick<TransactionalMail, 'names'>>;

export interface Content {
  subject: string;
  html: string;
  text: string;
}

/**
 * Composes a message: MIME with text, HTML and attachments, and an envelope with all recipients of the row. Blind copies are in
 * the envelope but in no header. The Message-ID depends only on the row, so that a mailbox can drop a duplicate. `leaving`: a
 * folded value of List-Unsubscribe, whose link accepts one-click requests. `date`: of its Date header. Throws MessageError.
 */
export async function composeMessage(
  mail: MailRow,
  content: Content,
  { leaving, date = new Date() }: { leaving?: string; date?: Date } = {},
): Promise<ComposedMessage> {
  const from = plain('sender', mail.fromEmail);
  const [to, cc, bcc] = [mail.to, mail.cc, mail.bcc].map((list) => list.map((one) => address('recipient', one)));
  const recipients = [...new Set([...to!, ...cc!, ...bcc!])];
  if (recipients.length === 0) throw new MessageError('The e-mail has no recipient.');
  const names = (mail.names ?? {}) as Record<string, string>;
  const named = (address: string) => ({ name: nameOf('recipient', names[address]), address });
  const composer = new MailComposer({
    from: { name: nameOf('sender', mail.fromName), address: from },
    to: to!.length > 0 || cc!.length > 0 ? to!.map(named) : UNDISCLOSED,
    cc: cc!.map(named),
    replyTo: replyAddresses(mail.replyTo).map((one) => named(plain('reply address', one))),
    subject: foldable(refuseBreaks('subject', content.subject)),
    messageId: `<${mail.id}@${domainOf(from)}>`,
    date,
    text: withMailBreaks(content.text),
    html: withMailBreaks(content.html),
    ...composedAttachments(mail.attachments),
    headers: [...customHeaders(mail.headers), ...(leaving === undefined ? [] : unsubscribeHeaders(leaving))],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const raw = await composer.compile().build();
  return { id: mail.id, createdAt: mail.createdAt, sender: from, envelope: { from, to: recipients }, raw };
}

/** An empty group (RFC 5322), so that a message whose recipients are all blind copies has a To header. */
const UNDISCLOSED = 'undisclosed-recipients:;';

/** Ends lines with CRLF. Mail servers would convert other line ends and so break the signature. */
const withMailBreaks = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n');

function nameOf(whose: string, name: string | null | undefined): string {
  if ((name?.length ?? 0) > NAME_CHARACTERS) throw new MessageError(`The name of the ${whose} is too long.`);
  return refuseBreaks(`name of the ${whose}`, name ?? '');
}

function address(part: string, value: string): string {
  const normal = normaliseEmail(value);
  if (!normal) throw new MessageError(`The address of a ${part} is not valid.`);
  return normal;
}

/** Text stored by older versions may contain characters that mail servers garble. */
function plain(part: string, value: string): string {
  const normal = address(part, value);
  if (!isPlain(normal)) throw new MessageError(`The address of the ${part} has non-ASCII characters before the @.`);
  return normal;
}
