import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { rowsToInsert } from '../../database/rows-to-insert.ts';
import type { Settled } from './note-settled.ts';
import { tally } from './tally.ts';

/** Possible outcomes of a claimed message; one that was put back untried does not count. */
export const OUTCOMES = ['sent', 'failed', 'deferred', 'unknown', 'withheld'] as const;

export const isOutcome = (state: string): boolean => OUTCOMES.some((outcome) => outcome === state);

const MINUTE_MS = 60_000;

const minuteOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % MINUTE_MS));

const COLUMNS = { minute: 'timestamptz', outcome: 'text', holder: 'bigint', count: 'bigint' } as const;

/** Adds settled messages of one team to the counts by minute, in one statement, in key order. */
export async function countMinutes(db: Database, settled: readonly Settled[]): Promise<void> {
  const [first] = settled;
  const rows = tally(
    settled
      .filter(({ state }) => isOutcome(state))
      .map(({ at, state, holder }) => ({ minute: minuteOf(at), outcome: state, holder: holder ?? 0 })),
  );
  if (!first || rows.length === 0) return;
  await runOnce(
    db,
    sql`insert into message_minutes as known (team_id, minute, outcome, holder, count)
        ${rowsToInsert(sql`${first.teamId}::int`, rows, COLUMNS)}
        on conflict (team_id, minute, outcome, holder) do update set count = known.count + excluded.count`,
  );
}

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
