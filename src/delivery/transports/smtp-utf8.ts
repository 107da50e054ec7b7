import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome, OutgoingMessage } from './transport.ts';

/** What the server said that it can do; nodemailer keeps it to itself. */
interface Offering {
  _supportedExtensions?: readonly string[];
}

const BEYOND_ASCII = /[\u0080-\uffff]/;

/**
 * Refuses addresses with letters beyond ASCII before the @ to a server that does not say that it takes them (RFC 6531).
 * nodemailer would hand them to any, to be cut off or delivered to somebody else.
 */
export function refuseUnoffered(
  connection: SMTPConnection,
  { from, to }: OutgoingMessage['envelope'],
): Outcome | undefined {
  const address = [from, ...to].find((one) => BEYOND_ASCII.test(one));
  if (!address || (connection as Offering)._supportedExtensions?.includes('SMTPUTF8')) return undefined;
  return { kind: 'refused', reason: `The mail server does not take addresses such as ${address} (SMTPUTF8).` };
}
