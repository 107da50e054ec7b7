import { wordOf } from '../../../validation/word-of.ts';
import { FIELD_KEY, RESERVED_KEYS } from '../../audience/attributes.ts';

/** The target fields of a column, besides attributes. */
export const FIELDS = [
  ...(['email', 'first_name', 'last_name', 'name', 'timezone', 'locale', 'tags', 'attributes'] as const),
  ...(['status', 'subscription_status', 'opted_in', 'blocklisted', 'subscribed_at', 'opted_in_at'] as const),
  ...(['unsubscribed_at', 'bounced_at', 'unsubscribe_reason', 'bounce_reason', 'suppressions'] as const),
] as const;

/** Header names that always mean our fields. Others, such as `name`, yield to a contact field with that name. */
const OWN = new Set([
  ...['email', 'first_name', 'last_name', 'timezone', 'locale', 'tags', 'attributes'],
  ...['status', 'subscribed_at', 'unsubscribed_at'],
]);

/** Other names for these fields. */
const ALIASES: Record<string, string> = {
  e_mail: 'email',
  email_address: 'email',
  mail: 'email',
  firstname: 'first_name',
  given_name: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  family_name: 'last_name',
  vorname: 'first_name',
  nachname: 'last_name',
  familienname: 'last_name',
  sprache: 'locale',
  time_zone: 'timezone',
  language: 'locale',
  tag: 'tags',
  attribs: 'attributes',
};

const ATTRIBUTE = /^attributes\.(.+)$/;

/** Our field for a header name: `First Name`, `attributes.city`, or the key of a contact field. */
export function fieldNamed(name: string, keys: ReadonlySet<string>): string | undefined {
  if (ATTRIBUTE.test(name)) return attributeOf(name);
  const word = wordOf(name);
  const known = Object.hasOwn(ALIASES, word) ? ALIASES[word]! : word;
  if (OWN.has(known)) return known;
  return keys.has(known) ? `attributes.${known}` : undefined;
}

/** The field that a caller's mapping names exactly. An attribute need not be a declared contact field. */
export const fieldMapped = (name: string, keys: ReadonlySet<string>): string | undefined =>
  ATTRIBUTE.test(name)
    ? attributeOf(name)
    : FIELDS.some((field) => field === name)
      ? name
      : keys.has(name)
        ? `attributes.${name}`
        : undefined;

function attributeOf(name: string): string | undefined {
  const key = ATTRIBUTE.exec(name)![1]!;
  return FIELD_KEY.test(key) && !RESERVED_KEYS.has(key) ? name : undefined;
}
