import { type Database, type Sql, sql } from '../../database/connect.ts';
import { resumeForgotten } from '../leased-work.ts';
import { scheduleBulkUpdate } from './bulk-updates.ts';

const IS_FORGOTTEN = sql`w.status in ('waiting', 'running') and w.lease_until < now()`;

/** Bulk updates that a sweep must act on. */
export const FORGOTTEN_BULK_UPDATES: Sql = sql`select from bulk_updates w where ${IS_FORGOTTEN}`;

/** Schedules bulk updates that no worker continues. Returns how many. */
export const resumeBulkUpdates = (db: Database): Promise<number> =>
  resumeForgotten(db, 'bulk_updates', IS_FORGOTTEN, scheduleBulkUpdate);
