import { type Database, raw, run, runOnce, type Sql, sql } from '../database/connect.ts';

/** Rows of a table that has `team_id` and `id`. `table` and `by` come from our code, never from a caller. */
interface Rows {
  table: string;
  /** Predicate over its columns. */
  which: Sql;
  /** Rows removed by one statement. */
  chunk: number;
  /** The column in whose order they are removed. */
  by?: string;
}

/** Removes rows of all teams, chunk by chunk, and returns how many. Safe to repeat; skips locked rows. */
export const removeRows = (db: Database, rows: Rows): Promise<number> =>
  removeByTeam(db, rows, (team) => removeRowsOfTeam(db, team, rows));

/** Calls `removeOfTeam` for each team that has such rows, and returns the sum of its results. */
export async function removeByTeam(
  db: Database,
  { table, which }: Pick<Rows, 'table' | 'which'>,
  removeOfTeam: (team: number) => Promise<number>,
): Promise<number> {
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from ${raw(table)} where ${which}`);
  let removed = 0;
  for (const { id } of teams) removed += await removeOfTeam(id);
  return removed;
}

/** Like `removeRows`, for one team. */
export async function removeRowsOfTeam(
  db: Database,
  team: number,
  { table, which, chunk, by = 'id' }: Rows,
): Promise<number> {
  let removed = 0;
  for (let more = chunk; more === chunk; removed += more) {
    const gone = await runOnce(
      db,
      sql`with chunk as materialized (
            select id from ${raw(table)} where team_id = ${team}::int and ${which}
            order by ${raw(by)} limit ${chunk} for update skip locked
          )
          delete from ${raw(table)} r using chunk where r.team_id = ${team}::int and r.id = chunk.id returning 1`,
    );
    more = gone.length;
  }
  return removed;
}
