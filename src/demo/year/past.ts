import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/**
 * How eager a person is to open e-mails, from 0.3 to 1.7, as SQL: the same in each campaign, so that some people are regular
 * readers and others fall asleep.
 */
export const eagerness = (person: Sql): Sql => sql`(0.3 + 1.4 * (abs(hashtext(${person}::text)) % 1000) / 1000.0)`;

/** The morning of the day that many days ago, when campaigns leave, as SQL. */
export const morning = (days: number): Sql =>
  sql`(date_trunc('day', now()) - make_interval(days => ${days}::int) + interval '9 hours')`;

/** Keeps the rest of the transaction from telling automations and webhooks about subscribers: what it writes happened long ago. */
export const quietly = (db: Database): Promise<unknown> =>
  run(db, sql`select set_config('tidings.noted', 'yes', true)`);
