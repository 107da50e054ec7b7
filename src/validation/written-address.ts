import { isDotted, normaliseEmail } from './email.ts';

/**
 * An address as SMTP and headers want it written (RFC 5321, RFC 5322). What stands before the @ is in quotes when dots
 * are in a row or before the @: servers refuse it otherwise.
 */
export function writeAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return at < 1 || isDotted(local) ? address : `"${local}"${address.slice(at)}`;
}

/** The normal form of an address that a mail server wrote, possibly in quotes. Undefined when it is none of ours. */
export const readAddress = (written: string): string | undefined =>
  normaliseEmail(written.trim().replace(/^"([^"\\]*)"@/, '$1@'));
