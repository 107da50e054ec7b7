import { type Sql, sql } from '../database/connect.ts';

/** A year, and some weeks to compare it with the one before. */
const KEPT_DAYS = 400;

/** Rows whose `day` (UTC) is so long ago that what was counted then is removed. */
export const IS_NO_LONGER_KEPT: Sql = sql`day < (now() at time zone 'UTC')::date - ${KEPT_DAYS}::int`;
