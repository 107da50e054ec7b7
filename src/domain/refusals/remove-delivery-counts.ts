import { type Database, run, sql } from '../../database/connect.ts';
import { IS_NO_LONGER_KEPT } from '../days-kept.ts';

/** Removes delivery counts past retention, and returns how many. Safe to repeat. */
export async function removeOldDeliveryCounts(db: Database): Promise<number> {
  const teams = await run<{ id: number }>(
    db,
    sql`select distinct team_id as id from delivery_counts where ${IS_NO_LONGER_KEPT}`,
  );
  let removed = 0;
  for (const { id } of teams) {
    const [gone] = await run<{ count: number }>(
      db,
      sql`with gone as (delete from delivery_counts where team_id = ${id}::int and ${IS_NO_LONGER_KEPT} returning 1)
          select count(*)::int as count from gone`,
    );
    removed += gone?.count ?? 0;
  }
  return removed;
}
