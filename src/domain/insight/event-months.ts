import { type Database, inTransaction, raw, run, runOnce, type Sql, sql } from '../../database/connect.ts';

/** A partition of the events: those recorded in one month. Older installations begin with a longer one. */
export interface EventMonth {
  /** As SQL identifier. */
  table: Sql;
  name: string;
  /** The first id beyond it; null for the default partition. */
  untilId: string | null;
}

/** Months created in advance. They are created while they are not needed, because that takes locks. */
const AHEAD = 3;

/** Locking all months blocks everyone who comes after: so wait only briefly, and try again later. */
const WAIT = sql`set local lock_timeout = '1s'`;

/** Creates missing future months. Returns how many. Throws if others hold the locks for long. */
export function makeEventMonths(db: Database): Promise<number> {
  return inTransaction(db, async (db) => {
    await runOnce(db, WAIT);
    const [row] = await run<{ made: number }>(db, sql`select make_event_months(${AHEAD}::int) as made`);
    return row?.made ?? 0;
  });
}

/** The months starting with the one named `from`, the oldest first. */
export async function readEventMonths(db: Database, from?: string): Promise<EventMonth[]> {
  const rows = await run<Omit<EventMonth, 'table'>>(
    db,
    sql`select name, until_id::text as "untilId" from event_months.months order by until_id`,
  );
  const first = rows.findIndex(({ name }) => name === from);
  return rows.slice(Math.max(0, first)).map((row) => ({ ...row, table: raw(`event_months."${row.name}"`) }));
}

/**
 * Runs once a day: autovacuum never analyses a partitioned table as a whole, and estimates across months would be guesses.
 */
export async function analyzeEvents(db: Database): Promise<void> {
  const [fresh] = await run(
    db,
    sql`select true as fresh from pg_stat_all_tables
        where relid = 'events'::regclass and last_analyze > now() - interval '1 day'`,
  );
  if (!fresh) await runOnce(db, sql`analyze events`);
}

/** An event may be recorded a day before its time, because clocks may be wrong. */
const AFTERWARDS = '25 hours';

/**
 * Whether every team with events in this month has a retention period that ended after the month. `usual`: the days of teams without a setting; undefined keeps all.
 */
export async function nobodyKeeps(db: Database, { table, untilId }: EventMonth, usual?: number): Promise<boolean> {
  if (untilId === null) return false;
  const isOver = sql`first_id_at(now()) >= ${untilId}::uuid`;
  const days = sql`coalesce(t.keep_events_for, ${usual ?? null}::int)`;
  const keeping = sql`select t.id from teams t
    where (${days} is null or first_id_at(now() - make_interval(days => ${days}) - ${AFTERWARDS}::interval) < ${untilId}::uuid)`;
  // Two statements: on Citus, one that starts with `teams`, a table on all machines, cannot continue to the events.
  const [month] = await runOnce<{ teams: number[] }>(db, sql`select array(${keeping}) as teams where ${isOver}`);
  if (!month) return false;
  const [kept] = await runOnce(
    db,
    sql`select true from ${table} e where e.team_id = any(${month.teams}::int[]) limit 1`,
  );
  return !kept;
}

/** Drops a month with all its events. Throws if others hold the locks for long. */
export async function dropEventMonth(db: Database, { table }: EventMonth): Promise<void> {
  await inTransaction(db, async (db) => {
    await runOnce(db, WAIT);
    await runOnce(db, sql`drop table if exists ${table}`);
  });
}
