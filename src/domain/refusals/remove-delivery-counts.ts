import { type Database, run, sql } from '../../database/connect.ts';

/** A year, and some weeks to compare it with the one before. */
const KEEP_DAYS = 400;

/** Removes counts of what providers did that are too old to be kept, and returns how many. Safe to repeat. */
export async function removeOldDeliveryCounts(db: Database): Promise<number> {
  const old = sql`day < (now() at time zone 'UTC')::date - ${KEEP_DAYS}::int`;
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from delivery_counts where ${old}`);
  let removed = 0;
  for (const { id } of teams) {
    const [gone] = await run<{ count: number }>(
      db,
      sql`with gone as (delete from delivery_counts where team_id = ${id}::int and ${old} returning 1)
          select count(*)::int as count from gone`,
    );
    removed += gone?.count ?? 0;
  }
  return removed;
}
