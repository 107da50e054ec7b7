import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Purpose, RecordState } from './domain-records.ts';

type Known = Pick<SendingDomain, 'createdAt' | 'verifiedAt' | 'misses'>;

/** What a look into DNS leaves behind. */
export interface DomainCheck {
  found: Record<Purpose, RecordState>;
  checkedAt: Date;
  verifiedAt: Date | null;
  misses: number;
  nextCheckAt: Date;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Whoever added a domain is about to publish its records; a resolver that was asked too early remembers that for long. */
export const FIRST_CHECK = 10 * MINUTE;
const NEW_FOR = 7 * 24 * HOUR;
const LATER = 24 * HOUR;
const WHEN_VERIFIED = 6 * HOUR;
/** The sooner it is clear, the fewer messages go out with a signature that fails. */
const WHEN_MISSED = HOUR;

/**
 * How a domain stands after a look at `now`. The key that is there makes it verified at once; one that was there is given
 * up after `patience` looks in a row that do not find it. No answer says nothing about the key.
 */
export function checkResult(domain: Known, found: DomainCheck['found'], now: Date, patience: number): DomainCheck {
  const { verifiedAt, misses } = looked(domain, found.dkim, now, patience);
  return { found, checkedAt: now, verifiedAt, misses, nextCheckAt: new Date(now.getTime() + wait()) };

  function wait(): number {
    if (verifiedAt) return found.dkim === 'ok' ? WHEN_VERIFIED : WHEN_MISSED;
    return now.getTime() - domain.createdAt.getTime() < NEW_FOR ? FIRST_CHECK : LATER;
  }
}

function looked(
  domain: Known,
  dkim: RecordState,
  now: Date,
  patience: number,
): Pick<DomainCheck, 'verifiedAt' | 'misses'> {
  if (dkim === 'ok') return { verifiedAt: domain.verifiedAt ?? now, misses: 0 };
  if (dkim === 'unknown') return { verifiedAt: domain.verifiedAt, misses: domain.misses };
  const misses = domain.misses + 1;
  return { verifiedAt: misses < patience ? domain.verifiedAt : null, misses };
}
