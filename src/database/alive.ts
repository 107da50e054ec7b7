import { type Sql, sql } from './connect.ts';

/** The class of the advisory lock that shows that a process is alive. PostgreSQL releases it when the process ends. */
export const ALIVE = 8_249;

/** A predicate: no living process has this number. */
export const isGone = (holder: Sql): Sql => sql`not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.classid = ${ALIVE}::int::oid and l.objid = ${holder}::oid and l.objsubid = 2 and l.granted)`;
