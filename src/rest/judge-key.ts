import { nearMissOf, squeezed } from '../near-miss.ts';
import { consentKeysFor, maySpeakOfConsent } from './consent-keys.ts';
import type { Known, LenientKeys } from './known-keys.ts';
import { meantBy } from './meant-keys.ts';
import { DECISIVE_KEYS, READ_ONLY_KEYS } from './specified.ts';

/**
 * How an unknown key is treated: refused with a problem, or ignored and reported to the sender with the nearest known
 * key. An `expected` key is ignored silently.
 */
export type Verdict = { problem: string } | { nearest: string | undefined; expected?: boolean };

/** Refuses an unknown key where none is ignored. */
export const refusal = (key: string, known: Known, ignored?: ReadonlySet<string>): Verdict => ({
  problem: `is not known to this operation${hint(
    key,
    [...known.keys()].filter((name) => !ignored?.has(name)),
  )}`,
});

/** Judges a key where unknown keys are ignored. */
export function judgeLeniently(key: string, known: Known, { of, refused, sibling }: LenientKeys): Verdict {
  const names = [...known.keys()];
  const near = nearMissOf(key, sibling ? [...names, sibling] : names);
  if (near) return { problem: `is not known to this operation. Did you mean ${near}?` };
  const plain = squeezed(key);
  if (of === 'subscribers' && READ_ONLY_KEYS.has(plain)) return { nearest: undefined, expected: true };
  if (DECISIVE_KEYS.has(plain) || refused.has(plain)) return refusal(key, known);
  if (maySpeakOfConsent(key, of === 'events')) return aboutConsent(key, known);
  return { nearest: meantBy(key, names) };
}

/**
 * Judges a key inside an ignored value of a row. Only keys about consent are refused there. `ofOrder`: the key is in
 * an order or a payment, so a status is not the person's.
 */
export function judgeInside(key: string, known: Known, { refused }: LenientKeys, ofOrder: boolean): Verdict {
  if (ofOrder) return maySpeakOfConsent(key, true) ? aboutConsent(key, known) : { nearest: undefined };
  if (refused.has(squeezed(key)) || maySpeakOfConsent(key)) return aboutConsent(key, known);
  return { nearest: undefined };
}

/** Refuses a key that may be about consent. */
export function aboutConsent(key: string, known: Known): { problem: string } {
  const meant = consentKeysFor(key).find((name) => known.has(name));
  const instead = meant ? ` Did you mean ${meant}?` : ` ${ELSEWHERE}`;
  return { problem: `may be about consent, but this operation does not support it.${instead}` };
}

const ELSEWHERE = 'Subscribe people with POST /v1/lists/{list_id}/subscribers/batch.';

function hint(key: string, known: readonly string[]): string {
  const nearest = meantBy(key, known) ?? consentHint(key, known);
  if (nearest) return `. Did you mean ${nearest}?`;
  return known.length > 0 ? `, which takes ${known.join(', ')}.` : ', which takes nothing.';
}

const consentHint = (key: string, known: readonly string[]): string | undefined =>
  maySpeakOfConsent(key) ? consentKeysFor(key).find((name) => known.includes(name)) : undefined;
