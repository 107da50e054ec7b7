import { type Database, inTransaction, runOnce, sql } from './connect.ts';

/** PostgreSQL's code for a write that found no room (`disk_full`). */
const DISK_FULL = '53100';

let wasFull = false;

/** Whether an error has this code. If so, `hasRoom` probes until there is room again. */
export function noteFullDisk(code: unknown): boolean {
  const isFull = code === DISK_FULL;
  wasFull ||= isFull;
  return isFull;
}

/**
 * Whether the database has room, as far as this process knows: true until a write finds none, and again once a megabyte can be
 * written. On a full disk small writes may still succeed within existing pages.
 */
export async function hasRoom(db: Database): Promise<boolean> {
  if (wasFull) wasFull = !(await canWrite(db));
  return !wasFull;
}

const canWrite = (db: Database): Promise<boolean> =>
  inTransaction(db, (db) =>
    runOnce(
      db,
      sql`create temporary table room on commit drop as select gen_random_uuid() from generate_series(1, 20000)`,
    ),
  ).then(
    () => true,
    () => false,
  );
