import { type Database, run, sql } from '../../database/connect.ts';

/**
 * Takes an advisory lock, until the transaction ends, on the first of some campaigns that no other process works on. Their
 * rows are not locked: every message that is sent counts there. `find` gives the candidates, or the one with an id if it
 * still is one: the previous owner of the lock may have done the `work` meanwhile.
 */
export async function lockFirst<Found extends { id: string }>(
  db: Database,
  work: string,
  find: (id?: string) => Promise<Found[]>,
): Promise<Found | undefined> {
  for (const { id } of await find()) {
    const name = `${work} ${id}`;
    const [lock] = await run<{ ours: boolean }>(
      db,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${name}::text, 0)) as ours`,
    );
    const [campaign] = lock?.ours ? await find(id) : [];
    if (campaign) return campaign;
  }
  return undefined;
}
