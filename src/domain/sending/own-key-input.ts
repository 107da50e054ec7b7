import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import { filled, text } from '../../validation/text.ts';
import { readPrivateKey } from './read-private-key.ts';

/** A key of 4096 bits has 3,300 characters. The rest is for OpenSSL's text before it. */
const MAX_KEY = 10_000;
const MAX_LABEL = 63;
const MAX_NAME = 253;

/** Labels separated by dots (RFC 6376, 3.1). */
const SELECTOR = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

const selector = () =>
  filled(MAX_NAME)
    .transform((value) => value.toLowerCase())
    .refine((value) => !value.includes('_domainkey'), 'must be only the part before ._domainkey.')
    .refine(
      (value) => SELECTOR.test(value) && value.split('.').every(({ length }) => length <= MAX_LABEL),
      'must consist of letters, digits and hyphens, and start and end with a letter or digit. Dots can separate parts.',
    );

const privateKey = () =>
  text(MAX_KEY).transform((value, context) => {
    const key = readPrivateKey(value);
    if (typeof key !== 'string') return key;
    context.addIssue({ code: 'custom', message: key });
    return z.NEVER;
  });

/** The fields of a key that the domain's owner provides. */
export const ownKeyFields = { selector: selector().nullish(), privateKey: privateKey().nullish() };

/** The issues of a selector of a domain, given the selectors of its other keys. */
export function selectorIssues(own: string | null | undefined, domain: string, others: readonly string[]): Issue[] {
  const path = ['selector'];
  if (!own) return [];
  if (`${own}._domainkey.${domain}`.length > MAX_NAME) {
    return [{ path, problem: `must be shorter. A name in DNS has at most ${MAX_NAME} characters.` }];
  }
  return others.includes(own) ? [{ path, problem: 'must be new. Another key of the domain uses this selector.' }] : [];
}
