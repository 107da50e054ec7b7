import { type Database, run, sql } from '../../database/connect.ts';

/**
 * Takes an advisory lock, until the transaction ends, on the first candidate whose lock is free. Rows are not locked: each
 * sent message updates its campaign. `lockName` names the lock of a candidate. `find` returns the candidates, or the one
 * with an id if it still is one: the previous owner of the lock may have done the work meanwhile.
 */
export async function lockFirst<Found extends { id: string }>(
  db: Database,
  find: (id?: string) => Promise<Found[]>,
  lockName: (candidate: Found) => string,
): Promise<Found | undefined> {
  for (const candidate of await find()) {
    const [lock] = await run<{ ours: boolean }>(
      db,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName(candidate)}::text, 0)) as ours`,
    );
    const [campaign] = lock?.ours ? await find(candidate.id) : [];
    if (campaign) return campaign;
  }
  return undefined;
}
