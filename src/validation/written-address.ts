import { isDotted, normaliseEmail } from './email.ts';

/**
 * An address as SMTP and headers require it (RFC 5321, RFC 5322). Local parts with repeated dots, or a dot before the
 * @, are quoted, because servers refuse them otherwise.
 */
export function writeAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return at < 1 || isDotted(local) ? address : `"${local}"${address.slice(at)}`;
}

/**
 * The normal form of an address written by a mail server, possibly quoted. Undefined if it is not a valid address.
 */
export const readAddress = (written: string): string | undefined =>
  normaliseEmail(written.trim().replace(/^"([^"\\]*)"@/, '$1@'));
