import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Checked } from './check-records.ts';
import { type KeyColumns, keysOf, type OldKey, oldKeysOf } from './dkim-keys.ts';
import type { RecordState } from './finding.ts';

type Known = KeyColumns & Pick<SendingDomain, 'createdAt' | 'verifiedAt' | 'misses' | 'rotationStartedAt'>;

/** The stored result of a DNS check. */
export interface DomainCheck {
  found: Checked;
  checkedAt: Date;
  verifiedAt: Date | null;
  misses: number;
  nextCheckAt: Date;
  /** Whether the next key is in DNS, and signs from now on. */
  isRotated: boolean;
  oldKeys: OldKey[];
}

/** Whether a check ended the verification of a domain. */
export const hasFailed = (before: { verifiedAt: Date | null }, after: Pick<DomainCheck, 'verifiedAt'>): boolean =>
  before.verifiedAt !== null && after.verifiedAt === null;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Not sooner: the owner is about to publish the records, and a resolver that is asked too early caches their absence. */
export const FIRST_CHECK = 10 * MINUTE;
const NEW_FOR = 7 * DAY;
const LATER = DAY;
const WHEN_VERIFIED = 6 * HOUR;
/** Soon, so that few messages are sent with a failing signature. */
const WHEN_MISSED = HOUR;

/** How long the record of an old key is needed: mail servers try to deliver for five days (RFC 5321, 4.5.4.1). */
export const OVERLAP = 7 * DAY;

/**
 * Returns the state of a domain after a check at `now`. A found key verifies the domain at once; so does the next key,
 * which then replaces the current one. After `maxMisses` checks in a row without the key, the domain is no longer verified.
 * A check without an answer from DNS does not count.
 */
export function checkResult(domain: Known, found: Checked, now: Date, maxMisses: number): DomainCheck {
  const isRotated = keysOf(domain, found).some(({ status, finding }) => status === 'next' && finding.state === 'ok');
  const after = isRotated ? { verifiedAt: now, misses: 0 } : verification(domain, found.dkim.state, now, maxMisses);
  const oldKeys = [...(isRotated ? replaced(domain, now) : []), ...needed(domain, found, now)];
  return { found, checkedAt: now, ...after, isRotated, oldKeys, nextCheckAt: new Date(now.getTime() + wait()) };

  function wait(): number {
    const usual = usualWait();
    if (!domain.rotationStartedAt || isRotated) return usual;
    return Math.min(usual, waitForNew(domain.rotationStartedAt));
  }

  function usualWait(): number {
    if (after.verifiedAt) return isRotated || found.dkim.state === 'ok' ? WHEN_VERIFIED : WHEN_MISSED;
    return waitForNew(domain.createdAt);
  }

  function waitForNew(since: Date): number {
    return now.getTime() - since.getTime() < NEW_FOR ? FIRST_CHECK : LATER;
  }
}

/** The previous signing key; none if no message in transit is signed with it. */
const replaced = ({ selector, publicKey, verifiedAt }: Known, now: Date): OldKey[] =>
  verifiedAt ? [{ selector, publicKey, keepUntil: new Date(now.getTime() + OVERLAP).toISOString() }] : [];

/** The old keys whose records are still needed or still published. */
function needed(domain: Known, found: Checked, now: Date): OldKey[] {
  const isThere = new Set(
    keysOf(domain, found).flatMap(({ selector, finding: { state } }) =>
      state === 'ok' || state === 'unknown' ? [selector] : [],
    ),
  );
  return oldKeysOf(domain).filter(({ selector, keepUntil }) => new Date(keepUntil) > now || isThere.has(selector));
}

function verification(
  domain: Known,
  dkim: RecordState,
  now: Date,
  maxMisses: number,
): Pick<DomainCheck, 'verifiedAt' | 'misses'> {
  if (dkim === 'ok') return { verifiedAt: domain.verifiedAt ?? now, misses: 0 };
  if (dkim === 'unknown') return { verifiedAt: domain.verifiedAt, misses: domain.misses };
  const misses = domain.misses + 1;
  return { verifiedAt: misses < maxMisses ? domain.verifiedAt : null, misses };
}
