import { isHarmlessName, nameSpeaksOfConsent, saysSomebodyLeft, surelySpeaksOfConsent } from '../consent-words.ts';
import { nearMissOf, squeezed } from '../near-miss.ts';

/** Words that are often misspelt. */
const WORDS = [
  ...[
    'subscribed',
    'unsubscribed',
    'subscription',
    'blocklisted',
    'blacklisted',
    'suppressed',
    'bounced',
    'complained',
  ],
  ...['accepts_marketing', 'newsletter', 'consent', 'opted_in', 'opted_out'],
];

/**
 * Whether a key may express consent or its refusal. Events do not subscribe anyone, so with `ofEvent` only
 * unmistakable keys count.
 */
export function maySpeakOfConsent(key: string, ofEvent = false): boolean {
  if (ofEvent) return surelySpeaksOfConsent(key);
  return !isHarmlessName(key) && (nameSpeaksOfConsent(key) || isMisspelt(squeezed(key.slice(0, 100))));
}

function isMisspelt(key: string): boolean {
  if (key.includes('subscri')) return false; // `subscriber_id` is spelt correctly
  const word = nearMissOf(key, WORDS);
  return word !== undefined && (word.length > 8 || nearMissOf(key, [word], 1) !== undefined);
}

const ANSWER = /^(subscribed|optedin|optin|unconfirmed|unactivated)$/;

/**
 * Whether a value answers the question of consent under any key, such as `unsubscribed`. With `surely`, words that
 * are also used in orders, such as `refused`, do not count.
 */
export const isAnswerAboutConsent = (value: unknown, surely = false): boolean =>
  typeof value === 'string' &&
  value.length < 40 &&
  (saysSomebodyLeft(value, surely) || (!surely && ANSWER.test(squeezed(value))));

/** Our keys that a key about consent may mean, best match first. */
export function consentKeysFor(key: string): readonly string[] {
  const plain = squeezed(key);
  if (/doubleopt|^doi$|confirm|verif/.test(plain)) return ['requires_confirmation', 'confirmed', 'status'];
  if (/(at|on|date|time|timestamp)$/.test(plain)) {
    const hasLeft = /un|out|left|bounc|compl|abgem|austr|baja/.test(plain);
    return [hasLeft ? 'unsubscribed_at' : 'subscribed_at', 'status'];
  }
  return ['status', 'requires_confirmation', 'confirmed', 'resubscribe'];
}
