import { storable } from '../../../validation/text.ts';
import type { SUBSCRIBER_STATUSES } from '../../audience/subscribers.ts';

export type Status = (typeof SUBSCRIBER_STATUSES)[number];

/** What a word says of a person: their status, or that they never agreed to be written to. */
export type Meaning = Status | 'never';

/**
 * The words of Mailchimp, MailerLite, Klaviyo, Brevo, listmonk and Mailcoach, and ours, as `wordOf` writes them. Who is
 * blocked there counts as unsubscribed.
 */
const WORDS: Record<Meaning, string> = {
  subscribed: 'subscribed active enabled confirmed',
  unconfirmed: 'unconfirmed pending',
  unsubscribed:
    'unsubscribed opted_out disabled suppressed blocklisted blacklisted blocked unsubscribed_by_admin unsubscribed_by_user',
  bounced: 'bounced cleaned hard_bounced hard_bounce bounced_hard bounce invalid',
  complained: 'complained complaint junk spam marked_as_spam spam_complaint abuse',
  never: 'never_subscribed not_subscribed non_subscribed nonsubscribed no_consent transactional',
};

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning as Meaning])),
);

/** A word in the form in which words are compared: `Bounced (hard)` is `bounced_hard`. */
export const wordOf = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');

/** Reads a cell of the column `status`; undefined for a word that is not known. `given` are words of the caller's. */
export function statusReader(given: Readonly<Record<string, Status>>): (cell: string) => Meaning | undefined {
  const own = new Map(Object.entries(given).map(([word, status]) => [wordOf(word), status]));
  return (cell) => {
    const word = wordOf(cell);
    return own.get(word) ?? MEANINGS.get(word);
  };
}

/**
 * Whether the reason for which a person left says that they complained: `ABUSE: marked as spam`, `SpamComplaint`. A reason is
 * free text, so one such word is enough: to take `not spam` for a complaint does less harm than to miss one.
 */
export function isComplaint(reason: string): boolean {
  const word = wordOf(reason.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  return MEANINGS.get(word) === 'complained' || COMPLAINT.test(word);
}

const COMPLAINT = /(^|_)(abuse|spam|complaints?|complained)(_|$)/;

/** Words that mean that a person left, and are given as something else: nobody who left is subscribed by a mistake. */
export const contradicted = (given: Readonly<Record<string, Status>>): string[] =>
  Object.entries(given).flatMap(([word, status]) => {
    const known = MEANINGS.get(wordOf(word));
    const hasLeft = known === 'unsubscribed' || known === 'bounced' || known === 'complained';
    return hasLeft && (status === 'subscribed' || status === 'unconfirmed') ? [word] : [];
  });

/** From what is best for a person's subscription to what is worst. */
const WORSE: readonly Meaning[] = ['subscribed', 'unconfirmed', 'never', 'unsubscribed', 'bounced', 'complained'];

/** The worse one where several columns say something of a person. */
export const worse = (one: Meaning | undefined, other: Meaning): Meaning =>
  one && WORSE.indexOf(one) > WORSE.indexOf(other) ? one : other;

const LONGEST = 50;

/** Why a row with an unknown status fails. */
export const unknownStatus = (cell: string): string =>
  `${UNKNOWN} "${storable(cell.trim().slice(0, LONGEST))}". Say in statuses what it means.`;

export const isUnknownStatus = (problem: string): boolean => problem.startsWith(UNKNOWN);

const UNKNOWN = 'has the unknown value';

/** Why a row fails whose person is not subscribed where the file comes from. */
export function refusalFor(meaning: Meaning, requiresConfirmation: boolean, keepEnded: boolean): string | undefined {
  if (meaning === 'subscribed') return undefined;
  if (meaning === 'never') return 'The person never subscribed, as their status says.';
  if (meaning === 'unconfirmed') return requiresConfirmation ? undefined : UNCONFIRMED;
  if (keepEnded) return undefined;
  return `The person's status is ${meaning}. Only subscribed people can be imported, unless import_unsubscribed is true.`;
}

const UNCONFIRMED = "The person's status is unconfirmed, and the list does not ask for confirmation.";
