import { type Database, sql } from '../../database/connect.ts';
import { removeOldRows } from '../platform/remove-old-rows.ts';

/**
 * Removes bounces and complaints of more than `days` days ago. The newest hard bounce, soft bounce and complaint of each person
 * stay: rules and the lifting of bounces ask for them. Suppressions and figures are as they were. Returns how many. Safe to repeat.
 */
export const removeOldFeedback = (db: Database, days: number): Promise<number> =>
  removeOldRows(db, days, { table: 'feedback', owner: 'person_key', replaces: sql`n.kind = t.kind` });
