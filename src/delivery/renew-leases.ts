import type { Database } from '../database/connect.ts';
import type { Claim } from '../domain/ledger/claim.ts';
import { extendLeases } from '../domain/ledger/claim-messages.ts';
import type { Log } from '../log.ts';
import type { LedgerWriter } from './record/ledger-writer.ts';

/** For how long a claimed message is ours without a sign of life, on the database's clock. */
export const LEASE_SECONDS = 20;

/** Renews the leases of all that is held, several times in the life of one, until what it gives is called. */
export function renewLeases(db: Database, held: () => Claim[], ledger: LedgerWriter, log: Log): () => void {
  const timer = setInterval(() => {
    const claims = held();
    if (claims.length === 0) return;
    const asked = performance.now();
    extendLeases(db, claims, LEASE_SECONDS).then(
      (ours) => ledger.leasesRenewed(ours, asked),
      (error: Error) => log.warn({ reason: error.message }, 'leases cannot be renewed'),
    );
  }, LEASE_SECONDS * 250);
  return () => clearInterval(timer);
}
