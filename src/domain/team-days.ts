import { run, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { isTimeZone } from '../validation/locale.ts';
import { writtenDay } from '../validation/time.ts';
import { localTimeAt, momentAt } from './local-time.ts';

const DAY_MS = 86_400_000;

/** A calendar day, such as 2026-11-26. */
export type Day = string;

/**
 * The team's time zone, read each time: a change counts at once, in every process. UTC if this version of Node.js no
 * longer knows the zone. One statement, by primary key.
 */
export async function readZone({ db, team }: Scope): Promise<string> {
  const [row] = await run<{ timezone: string }>(db, sql`select timezone from teams where id = ${team.id}::int`);
  return row && isTimeZone(row.timezone) ? row.timezone : 'UTC';
}

/** The local day in a zone at a moment. */
export const dayAt = (moment: Date, zone: string): Day => localTimeAt(moment, zone).slice(0, 10);

/**
 * When a day begins in the zone, or a day `later` days after it. On nights with a clock change that is not always midnight,
 * and a day is not always 24 hours long. A skipped midnight begins when clocks continue, a repeated one at the first.
 */
export const beginningOf = (day: Day, zone: string, later = 0): Date =>
  momentAt(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS, zone);

/** The day this many days later, or earlier. */
export const dayAfter = (day: Day, later = 1): Day =>
  writtenDay(new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS));

/** The days from one to another, inclusive. */
export function daysBetween(first: Day, last: Day): Day[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(first, index));
}
