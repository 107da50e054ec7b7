import { z } from 'zod';
import { otherwise } from '../../validation/text.ts';
import { readDateTime } from '../../validation/time.ts';

const PROBLEM = 'must be a date (2026-01-31) or a date-time (RFC 3339).';
const DATE = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A date, which means the whole day in UTC, or a date-time; in normal form. */
export const moment = () =>
  z.string({ error: otherwise(PROBLEM) }).transform((value, context) => {
    const isDate = DATE.test(value);
    const time = readDateTime(isDate ? `${value}T00:00:00Z` : value);
    if (time && time.getUTCFullYear() >= 1 && time.getTime() <= LAST) return isDate ? value : time.toISOString();
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });

/** The start and the exclusive end of a moment, as RFC 3339: a date lasts a day, a date-time a millisecond. */
export function extentOf(moment: string): { start: string; end: string } {
  const isDate = DATE.test(moment);
  const start = Date.parse(isDate ? `${moment}T00:00:00Z` : moment);
  const end = Math.min(start + (isDate ? DAY_MS : 1), LAST);
  return { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
}
