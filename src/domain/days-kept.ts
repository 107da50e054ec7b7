import { type Sql, sql } from '../database/connect.ts';

/** A year, and a few weeks to compare it with the one before. */
const KEPT_DAYS = 400;

/** Condition: the row's `day` (UTC) is past retention. */
export const IS_NO_LONGER_KEPT: Sql = sql`day < (now() at time zone 'UTC')::date - ${KEPT_DAYS}::int`;
