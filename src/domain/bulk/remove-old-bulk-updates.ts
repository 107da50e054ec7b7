import { type Database, sql } from '../../database/connect.ts';
import { removeRows } from '../remove-rows.ts';

/** Rows in one statement. */
const CHUNK = 1_000;

/** Removes bulk updates that ended more than `days` days ago. Returns how many. Safe to repeat. */
export const removeOldBulkUpdates = (db: Database, days: number): Promise<number> =>
  removeRows(db, {
    table: 'bulk_updates',
    which: sql`finished_at < now() - make_interval(days => ${days}::int)`,
    chunk: CHUNK,
  });
