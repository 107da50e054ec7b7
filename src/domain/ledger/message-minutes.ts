import { type Database, run, sql } from '../../database/connect.ts';

/** Possible outcomes of a claimed message; one that was put back untried does not count. */
export const OUTCOMES = ['sent', 'failed', 'deferred', 'unknown', 'withheld'] as const;

/** The last hour may be shown; the rest allows for clock differences. */
const KEPT_HOURS = 2;

/** Removes minutes that are no longer shown, and returns the number of rows. Safe to repeat. */
export async function removeOldMinutes(db: Database): Promise<number> {
  const isOld = sql`minute < now() - make_interval(hours => ${KEPT_HOURS}::int)`;
  const teams = await run<{ id: number }>(
    db,
    sql`select distinct team_id as id from message_minutes where ${isOld} order by team_id`,
  );
  let removed = 0;
  for (const { id } of teams) {
    const [gone] = await run<{ count: number }>(
      db,
      sql`with gone as (delete from message_minutes where team_id = ${id}::int and ${isOld} returning 1)
          select count(*)::int as count from gone`,
    );
    removed += gone?.count ?? 0;
  }
  return removed;
}
