import type { ConflictReason, Issue } from '../errors.ts';
import { codeOf } from '../issue-codes.ts';

/** Proxies refuse long headers. */
const MOST_CHARACTERS = 2_000;

/** Characters of a token (RFC 9110), besides "%", which begins an encoded one. */
const NOT_OF_A_TOKEN = /[^\w.!#$&'*+^`|~-]+/gu;

/** The value of `X-Error-Codes` beside 409: `conflict=not_draft`, in the grammar of the codes of fields. */
export const conflictCode = (reason: ConflictReason): string => `conflict=${reason.toLowerCase()}`;

/**
 * The value of `X-Error-Codes`: `email=format, name=required`, a dictionary as in RFC 8941 but for field names, which are written as in
 * the body, other characters percent-encoded. The first issue of each field; as many fields as fit in 2,000 characters.
 */
export function errorCodes(issues: readonly Issue[]): string {
  const codes = new Map<string, string>();
  for (const issue of issues) {
    const name =
      issue.path
        .join('.')
        .toWellFormed()
        .replace(NOT_OF_A_TOKEN, (part) => encodeURIComponent(part)) || 'row';
    if (!codes.has(name)) codes.set(name, codeOf(issue));
  }
  let value = '';
  for (const [name, code] of codes) {
    const longer = value ? `${value}, ${name}=${code}` : `${name}=${code}`;
    if (longer.length > MOST_CHARACTERS) break;
    value = longer;
  }
  return value;
}
