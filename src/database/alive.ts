import { type Sql, sql } from './connect.ts';

/** The kind of advisory lock by which a process shows that it is there. It ends with the process, however that ends. */
export const ALIVE = 8_249;

/** A predicate: nobody shows a presence by this number. */
export const isGone = (holder: Sql): Sql => sql`not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.classid = ${ALIVE}::int::oid and l.objid = ${holder}::oid and l.objsubid = 2 and l.granted)`;
