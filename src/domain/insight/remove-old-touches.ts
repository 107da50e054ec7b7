import { type Database, run, runOnce, sql } from '../../database/connect.ts';
import { removeOldRows } from '../platform/remove-old-rows.ts';

/**
 * Removes what people opened and clicked more than `days` days ago. The newest touch of each person stays: it says when they were
 * last engaged. Sales keep what they are credited to. Returns how many. Safe to repeat.
 */
export const removeOldTouches = (db: Database, days: number): Promise<number> =>
  removeOldRows(db, days, {
    table: 'touches',
    owner: 'person_key',
    remove: async ({ db }, _, deleting) => {
      // A trigger would look up when each person was last engaged, which has not changed.
      await run(db, sql`select set_config('tidings.aged', '1', true)`);
      return (await runOnce(db, sql`${deleting} returning 1`)).length;
    },
  });
