import { z } from 'zod';
import { otherwise } from '../../validation/text.ts';
import { readDateTime } from '../../validation/time.ts';
import { beginningOf, type Day, dayAfter, dayAt } from '../team-days.ts';

const PROBLEM = 'must be a date (2026-01-31) or a date-time (RFC 3339).';
const DATE = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');
/** Sorts after every valid day. */
const BEYOND = '9999-12-31T';

/** A date, meaning the whole day in the team's zone, or a date-time; in normal form. */
export const moment = () =>
  z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
    const isDate = DATE.test(value);
    const time = readDateTime(isDate ? `${value}T00:00:00Z` : value);
    if (time && time.getUTCFullYear() >= 1 && time.getTime() <= LAST) return isDate ? value : time.toISOString();
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });

/** A boundary in time: a moment lies before it, or not. */
export interface Edge {
  at: Date;
  /** The same boundary among days: the first day that does not begin before it. */
  firstDay: Day;
}

/** The beginning of a day in the zone, or a date-time. */
export const startOf = (moment: string, zone: string): Edge =>
  DATE.test(moment) ? edgeOfDay(moment, zone, 0) : edgeAt(Date.parse(moment), zone);

/** The exclusive end: a day lasts until the next begins, a date-time one millisecond. */
export const endOf = (moment: string, zone: string): Edge =>
  DATE.test(moment) ? edgeOfDay(moment, zone, 1) : edgeAt(Date.parse(moment) + 1, zone);

function edgeOfDay(day: Day, zone: string, later: 0 | 1): Edge {
  const begin = beginningOf(day, zone, later).getTime();
  const firstDay = later === 0 ? day : dayAfter(day);
  return { at: new Date(Math.min(Math.max(begin, FIRST), LAST)), firstDay: isWritten(firstDay) ? firstDay : BEYOND };
}

function edgeAt(moment: number, zone: string): Edge {
  const at = new Date(Math.min(moment, LAST));
  const day = dayAt(at, zone);
  if (!isWritten(day)) return { at, firstDay: BEYOND };
  return beginningOf(day, zone) < at ? { ...edgeOfDay(day, zone, 1), at } : { at, firstDay: day };
}

/** Beyond the year 9999 a day has another text format. */
const isWritten = (day: string): boolean => DATE.test(day);

/**
 * Whether a period from one moment to another is not empty. Between a day and a date-time the zone decides, which may
 * change: such a pair passes if it is in order in any zone.
 */
export function isInOrder(from: string, to: string): boolean {
  const isMixed = DATE.test(from) !== DATE.test(to);
  const [{ at: start }, { at: end }] = [startOf(from, 'UTC'), endOf(to, 'UTC')];
  return start.getTime() < end.getTime() + (isMixed ? DAY_MS : 0);
}
