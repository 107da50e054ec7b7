import { type Database, raw, run, runOnce, type Sql, sql } from '../../database/connect.ts';

/** Failed rows contain whole lines of a file. */
const CHUNK = 2_000;

/** The tables of their rows, and the column that counts from 1. */
const PARTS = [
  ['import_errors', 'row_number'],
  ['import_skipped_values', 'number'],
] as const;

const isOld = (days: number): Sql =>
  sql`status in ('completed', 'failed', 'cancelled') and coalesce(finished_at, created_at) < now() - make_interval(days => ${days}::int)`;

/**
 * Removes imports that ended more than `days` days ago, with their failed rows and skipped values, chunk by chunk. Imported
 * subscribers stay. Returns how many. Safe to repeat.
 */
export async function removeOldImports(db: Database, days: number): Promise<number> {
  const old = await run<{ team: number; id: string }>(
    db,
    sql`select team_id as team, id::text from imports where ${isOld(days)} order by team_id, id`,
  );
  for (const { team, id } of old) {
    for (const [table, number] of PARTS) {
      const ofImport = sql`team_id = ${team}::int and import_id = ${id}::uuid`;
      for (let more = CHUNK; more === CHUNK; ) {
        const gone = await runOnce(
          db,
          sql`delete from ${raw(table)} where ${ofImport} and ${raw(number)} = any(array(
                select ${raw(number)} from ${raw(table)} where ${ofImport} order by ${raw(number)} limit ${CHUNK}))
              returning 1`,
        );
        more = gone.length;
      }
    }
    await run(db, sql`delete from imports where team_id = ${team}::int and id = ${id}::uuid returning 1`);
  }
  return old.length;
}
