import type { Database } from '../database/connect.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import { extendLeases } from '../domain/ledger/claim-messages.ts';
import type { Log } from '../log.ts';
import type { LedgerWriter } from './record/ledger-writer.ts';

/** How long a claim lasts without a renewal, on the database's clock. */
export const LEASE_SECONDS = 20;

/**
 * Renews the leases of all claimed messages, four times per lease, while the ledger is writable: a process that can connect but
 * not write would otherwise hold messages forever that it cannot finish. Returns a function that stops it.
 */
export function renewLeases(db: Database, held: () => Claim[], ledger: LedgerWriter, log: Log): () => void {
  let isRenewing = false;
  const timer = setInterval(() => {
    const claims = held();
    if (claims.length === 0 || isRenewing || !ledger.acceptsWrites) return;
    const asked = performance.now();
    isRenewing = true;
    void extendLeases(db, claims, LEASE_SECONDS)
      .then(
        (ours) => ledger.leasesRenewed(ours, asked),
        (error: Error) => log.warn({ reason: error.message }, 'cannot renew leases'),
      )
      .finally(() => {
        isRenewing = false;
      });
  }, LEASE_SECONDS * 250);
  return () => clearInterval(timer);
}
