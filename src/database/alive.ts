import { type Database, run, type Sql, sql } from './connect.ts';

/** The class of the advisory lock that marks a process as alive. PostgreSQL releases it when the process ends. */
export const ALIVE = 8_249;

/**
 * The numbers of the living processes. It must be a statement of its own: with distributed tables, parts of other statements run
 * on a worker without these locks, which would take every process for dead.
 */
export async function readAlive(db: Database): Promise<number[]> {
  const rows = await run<{ number: number }>(
    db,
    sql`select l.objid::bigint::int as number from pg_locks l
        where l.locktype = 'advisory' and l.classid = ${ALIVE}::int::oid and l.objsubid = 2 and l.granted
          and l.database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ number }) => number);
}

/** A predicate: the process with this number is dead. */
export const isGone = (number: Sql, alive: readonly number[]): Sql =>
  sql`coalesce(${number} <> all(${[...alive]}::int[]), true)`;
