import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isPlain } from '../../validation/email.ts';
import type { Outcome, OutgoingMessage, Refused } from './transport.ts';

/** Private parts of nodemailer: the server's extensions, and how it sends a line. */
interface Private {
  _supportedExtensions?: readonly string[];
  _sendCommand?(this: SMTPConnection, line: string): void;
}

const BEYOND_ASCII = /[\u0080-\uffff]/;
const IN_HEADERS = /(?<![^\s<>,;:"])[^\s<>,;:"]*[\u0080-\uffff][^\s<>,;:"]*/;

/**
 * Prepares a session for a message with non-ASCII letters before the @ of an address, in its envelope or its headers (RFC 6531).
 * nodemailer sends SMTPUTF8 only for the envelope, but a retry for the remaining recipients may have such addresses only in To.
 * If the server does not support it, the message is refused: nodemailer would send it anyway, and the server might cut addresses
 * off or deliver to a wrong recipient.
 */
export function prepareUtf8(
  connection: SMTPConnection,
  { envelope, raw }: Pick<OutgoingMessage, 'envelope' | 'raw'>,
): (Outcome & { kind: 'refused' }) | undefined {
  const inEnvelope = [envelope.from, ...envelope.to].find((one) => BEYOND_ASCII.test(one));
  const address = inEnvelope ?? IN_HEADERS.exec(headersOf(raw))?.[0];
  if (address === undefined) return undefined;
  if (!(connection as Private)._supportedExtensions?.includes('SMTPUTF8')) {
    return { kind: 'refused', reason: `The mail server does not accept addresses such as ${address} (SMTPUTF8).` };
  }
  if (inEnvelope === undefined) sayUtf8(connection);
  return undefined;
}

/** The recipients of a message that a server without SMTPUTF8 refuses. */
export const refusedForUtf8 = ({ envelope }: Pick<OutgoingMessage, 'envelope'>): Refused[] =>
  envelope.to
    .filter((address) => !isPlain(address))
    .map((address) => ({ address, reason: 'The mail server does not accept such addresses (SMTPUTF8).' }));

/** The headers, which are ASCII except for such addresses. Decoded only if they are not. */
function headersOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.subarray(0, end < 0 ? raw.length : end);
  return head.some((byte) => byte > 0x7f) ? head.toString() : '';
}

/** Adds SMTPUTF8 to the next MAIL FROM of a session. */
function sayUtf8(connection: SMTPConnection): void {
  const inner = connection as SMTPConnection & Private;
  const say = inner._sendCommand;
  inner._sendCommand = (line) => {
    const isMailFrom = line.startsWith('MAIL FROM:');
    if (isMailFrom) delete inner._sendCommand; // restores the method of the class
    say?.call(inner, isMailFrom ? `${line} SMTPUTF8` : line);
  };
}
