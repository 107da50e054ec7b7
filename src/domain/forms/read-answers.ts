import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { domainOf, normaliseEmail } from '../../validation/email.ts';
import { isStorable } from '../../validation/text.ts';
import { type FieldType, readAttributes } from '../audience/attributes.ts';
import { NAMES } from './forms.ts';
import type { AskedField, PublicForm } from './public-form.ts';

/** The problem with an answer; the page has a sentence for each. */
export type Problem = 'required' | 'email' | 'disposable' | 'consent' | FieldType;

/** The answers by field, with `email` and `CONSENT`. */
export type Filled = Readonly<Record<string, unknown>>;

/** The values of a sign-up, ready to be stored. */
export interface Answers {
  email: string;
  answers: Record<string, string | number | boolean>;
}

/** The name of the consent checkbox. No field has such a name: keys begin with a letter. */
export const CONSENT = '_consent';

const LONGEST_NAME = 255;

/**
 * Reads the answers: text as browsers send it, or JSON. Unknown fields are ignored, blank means absent, and hidden fields
 * have the form's values. Depends only on the form, not on known people.
 */
export function readAnswers(form: PublicForm, filled: Filled): Answers | { problems: Map<string, Problem> } {
  const problems = new Map<string, Problem>();
  const email = typeof filled.email === 'string' ? normaliseEmail(filled.email.trim()) : undefined;
  if (isAbsent(filled.email)) problems.set('email', 'required');
  else if (email === undefined || !isStorable(email)) problems.set('email', 'email');
  else if (form.refuseDisposable && isDisposable(email)) problems.set('email', 'disposable');
  const values: Answers['answers'] = {};
  for (const asked of form.asked) {
    const value = read(asked, filled[asked.field]);
    if (value === undefined) problems.set(asked.field, asked.type);
    else if (value !== null) values[asked.field] = value;
    else if (asked.required) problems.set(asked.field, 'required');
  }
  if (form.consentText !== null && !isTicked(filled[CONSENT])) problems.set(CONSENT, 'consent');
  if (problems.size > 0 || email === undefined) return { problems };
  return { email, answers: { ...values, ...form.hidden } };
}

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A ticked checkbox, as browsers and programs send it. */
const isTicked = (value: unknown): boolean => value === true || value === 'true' || value === 'on' || value === '1';

/** The value; null: none was given; undefined: it is invalid. */
function read({ field, type, required }: AskedField, given: unknown): string | number | boolean | null | undefined {
  if (type === 'boolean') {
    if (isTicked(given)) return true;
    // A required checkbox counts as missing if it is not ticked.
    return required ? null : isAbsent(given) || given === false || given === 'false' ? false : undefined;
  }
  if (isAbsent(given)) return null;
  if (typeof given !== 'string' && typeof given !== 'number') return undefined;
  if (typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER) return undefined;
  const text = typeof given === 'string' ? given.trim() : given;
  if (typeof text === 'string' && !isStorable(text)) return undefined;
  if (NAMES.includes(field)) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a name is on one line
    const isName = String(text).length <= LONGEST_NAME && !/[\u0000-\u001f\u007f\u2028\u2029]/.test(String(text));
    return isName ? String(text) : undefined;
  }
  return readAttributes({ [field]: text }, new Map([[field, type]])).values[field] as string | number | undefined;
}

let disposableDomains: Set<string> | undefined;

/** Whether a normalised address belongs to a disposable-mail domain or its subdomains. */
function isDisposable(email: string): boolean {
  disposableDomains ??= disposableEmailBlocklistSet();
  const labels = domainOf(email).split('.');
  return labels.some((_, index) => disposableDomains?.has(labels.slice(index).join('.')));
}
