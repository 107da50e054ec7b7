import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Finding, Findings, RecordState } from './domain-records.ts';

type Known = Pick<SendingDomain, 'createdAt' | 'verifiedAt' | 'misses'>;

/** The result of a DNS check, as it is stored. */
export interface DomainCheck {
  found: Findings & { dkim: Finding };
  checkedAt: Date;
  verifiedAt: Date | null;
  misses: number;
  nextCheckAt: Date;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Not sooner: the owner is about to publish the records, and a resolver that is asked too early caches their absence.
 */
export const FIRST_CHECK = 10 * MINUTE;
const NEW_FOR = 7 * 24 * HOUR;
const LATER = 24 * HOUR;
const WHEN_VERIFIED = 6 * HOUR;
/** Soon, so that few messages leave with a signature that fails. */
const WHEN_MISSED = HOUR;

/**
 * Returns the state of a domain after a check at `now`. A key that is found verifies the domain at once. After
 * `maxMisses` checks in a row without the key, the domain is no longer verified. A check without an answer from DNS
 * does not count.
 */
export function checkResult(domain: Known, found: DomainCheck['found'], now: Date, maxMisses: number): DomainCheck {
  const { verifiedAt, misses } = verification(domain, found.dkim.state, now, maxMisses);
  return { found, checkedAt: now, verifiedAt, misses, nextCheckAt: new Date(now.getTime() + wait()) };

  function wait(): number {
    if (verifiedAt) return found.dkim.state === 'ok' ? WHEN_VERIFIED : WHEN_MISSED;
    return now.getTime() - domain.createdAt.getTime() < NEW_FOR ? FIRST_CHECK : LATER;
  }
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
