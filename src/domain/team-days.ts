import { run, sql } from '../database/connect.ts';
import type { Scope } from '../scope.ts';
import { isTimeZone } from '../validation/locale.ts';
import { writtenDay } from '../validation/time.ts';
import { localTimeAt, momentAt } from './local-time.ts';

const DAY_MS = 86_400_000;

/** A calendar day as it is written: 2026-11-26. */
export type Day = string;

/**
 * The time zone whose days are the team's, read anew each time: a change counts at once, in every process. UTC if this
 * version of Node.js no longer knows the zone. One statement, by primary key.
 */
export async function readZone({ db, team }: Scope): Promise<string> {
  const [row] = await run<{ timezone: string }>(db, sql`select timezone from teams where id = ${team.id}::int`);
  return row && isTimeZone(row.timezone) ? row.timezone : 'UTC';
}

/** The day that clocks of the zone show at a moment. */
export const dayAt = (moment: Date, zone: string): Day => localTimeAt(moment, zone).slice(0, 10);

/**
 * When a day begins in the zone, or one some days later. In the nights in which clocks change that is not always midnight,
 * and a day is not always 24 hours long: a midnight that is skipped begins when clocks go on, one that comes twice at the first.
 */
export const beginningOf = (day: Day, zone: string, later = 0): Date =>
  momentAt(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS, zone);

/** The day that comes so many days later, or earlier. */
export const dayAfter = (day: Day, later = 1): Day =>
  writtenDay(new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS));

/** The days from one to another, both included. */
export function daysBetween(first: Day, last: Day): Day[] {
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(first, index));
}
