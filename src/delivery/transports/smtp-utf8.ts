import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome, OutgoingMessage } from './transport.ts';

/** The server's extensions, a private field of nodemailer. */
interface Offering {
  _supportedExtensions?: readonly string[];
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Refuses addresses with non-ASCII letters before the @ when the server does not offer SMTPUTF8 (RFC 6531). nodemailer
 * would send them anyway, and the server might cut them off or deliver to somebody else.
 */
export function refuseUnoffered(
  connection: SMTPConnection,
  { from, to }: OutgoingMessage['envelope'],
): Outcome | undefined {
  const address = [from, ...to].find((one) => BEYOND_ASCII.test(one));
  if (!address || (connection as Offering)._supportedExtensions?.includes('SMTPUTF8')) return undefined;
  return { kind: 'refused', reason: `The mail server does not accept addresses such as ${address} (SMTPUTF8).` };
}
