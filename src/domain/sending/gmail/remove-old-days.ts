import { type Database, run, sql } from '../../../database/connect.ts';
import { IS_NO_LONGER_KEPT } from '../../days-kept.ts';
import { removeByTeam } from '../../remove-rows.ts';

/** Removes Google's statistics past retention, and returns how many days. Safe to repeat. */
export const removeOldGmailDays = (db: Database): Promise<number> =>
  removeByTeam(db, { table: 'gmail_days', which: IS_NO_LONGER_KEPT }, async (team) => {
    const gone = await run(
      db,
      sql`delete from gmail_days where team_id = ${team}::int and ${IS_NO_LONGER_KEPT} returning 1`,
    );
    return gone.length;
  });
