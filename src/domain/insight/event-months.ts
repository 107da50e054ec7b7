import { type Database, inTransaction, raw, run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';

/** A part of the events: those that were recorded in one month. Older installations begin with a longer one. */
export interface EventMonth {
  /** As SQL writes it. */
  table: Sql;
  name: string;
  /** The first id that is not in it; null for the part that takes what no month does. */
  untilId: string | null;
}

/** How many months there are beyond this one. They are made while nobody needs them, since making one takes locks. */
const AHEAD = 3;

/** Whoever wants the locks of all months holds up everybody who comes after: so wait briefly, and try again later. */
const WAIT = sql`set local lock_timeout = '1s'`;

/** Makes the coming months that are missing. Returns how many it made. Throws when others hold the locks for long. */
export function makeEventMonths(db: Database): Promise<number> {
  return inTransaction(db, async (db) => {
    await runOnce(db, WAIT);
    const [row] = await run<{ made: number }>(db, sql`select make_event_months(${AHEAD}::int) as made`);
    return row?.made ?? 0;
  });
}

/** The months from the one named `from` on, the oldest first. */
export async function readEventMonths(db: Database, from?: string): Promise<EventMonth[]> {
  const rows = await run<Omit<EventMonth, 'table'>>(
    db,
    sql`select name, until_id::text as "untilId" from event_months.months order by until_id`,
  );
  const first = rows.findIndex(({ name }) => name === from);
  return rows.slice(Math.max(0, first)).map((row) => ({ ...row, table: raw(`event_months."${row.name}"`) }));
}

/** Once a day: autovacuum never looks at a table as a whole that has parts, and estimates across months would be guesses. */
export async function analyzeEvents(db: Database): Promise<void> {
  const [fresh] = await run(
    db,
    sql`select true as fresh from pg_stat_all_tables
        where relid = 'events'::regclass and last_analyze > now() - interval '1 day'`,
  );
  if (!fresh) await runOnce(db, sql`analyze events`);
}

/** An event may be recorded a day before it happens, by a clock that is a little wrong. */
const AFTERWARDS = '25 hours';

/** Whether each team that has events of this month keeps events for less time than has passed since the month. */
export async function nobodyKeeps(db: Database, { table, untilId }: EventMonth): Promise<boolean> {
  if (untilId === null) return false;
  const isOver = sql`first_id_at(now()) >= ${untilId}::uuid`;
  const keeping = sql`select t.id from teams t
    where (t.keep_events_for is null
           or first_id_at(now() - make_interval(days => t.keep_events_for) - ${AFTERWARDS}::interval) < ${untilId}::uuid)`;
  if (isDistributed(db)) return noneHasEvents(db, table, isOver, keeping);
  const [row] = await runOnce<{ kept: boolean }>(
    db,
    sql`select not (${isOver}) or exists (${keeping} and exists (select from ${table} e where e.team_id = t.id)) as kept`,
  );
  return row?.kept === false;
}

/** The same in two statements: one that begins with `teams`, which all machines have, may not go on to their events. */
async function noneHasEvents(db: Database, table: Sql, isOver: Sql, keeping: Sql): Promise<boolean> {
  const [month] = await runOnce<{ teams: number[] }>(db, sql`select array(${keeping}) as teams where ${isOver}`);
  if (!month) return false;
  const [kept] = await runOnce(
    db,
    sql`select true from ${table} e where e.team_id = any(${month.teams}::int[]) limit 1`,
  );
  return !kept;
}

/** Drops a month with everything in it. Throws when others hold the locks for long. */
export async function dropEventMonth(db: Database, { table }: EventMonth): Promise<void> {
  await inTransaction(db, async (db) => {
    await runOnce(db, WAIT);
    await runOnce(db, sql`drop table if exists ${table}`);
  });
}
