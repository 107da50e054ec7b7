import { z } from 'zod';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).';
const RFC_3339 =
  /^\d{4}-\d\d-\d\d[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const BEYOND_MILLISECONDS = /(\.\d{3})\d+/;

/** Parses an RFC 3339 date-time to the millisecond; undefined for anything else, 30 February included. */
export function readDateTime(value: string): Date | undefined {
  if (!RFC_3339.test(value)) return undefined;
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8, 10))];
  if (month < 1 || month > 12 || day < 1 || (day > 28 && day > daysOf(year, month))) return undefined;
  const time = new Date(value.toUpperCase().replace(BEYOND_MILLISECONDS, '$1'));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

const isDateOrText = (value: unknown): boolean => typeof value === 'string' || value instanceof Date;
const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A date-time. GraphQL passes a Date, REST a string. */
export const dateTime = () =>
  z
    .custom<Date | string>(isDateOrText, { error: otherwise(PROBLEM) })
    .meta({ type: 'string', format: 'date-time' })
    .transform((value, context) => {
      const time = typeof value === 'string' ? readDateTime(value) : value;
      // RFC 3339 allows the year 0000, but it is always a mistake.
      if (time && time.getUTCFullYear() >= 1) return time;
      context.addIssue({ code: 'custom', message: PROBLEM });
      return z.NEVER;
    });

/** How far the clock of the sender or the database may be ahead of ours. */
const AHEAD_MS = 60_000;

/** A date-time that is not in the future. */
export const pastTime = () =>
  dateTime().refine((time) => time.getTime() <= Date.now() + AHEAD_MS, 'must not be in the future.');

const NO_DAY = 'must be a day, such as 2026-01-31.';

/** A calendar day (YYYY-MM-DD) from `firstYear` on, as its first moment (UTC). */
export const day = (firstYear = 2000) =>
  z
    .string({ error: otherwise(NO_DAY) })
    .meta({ format: 'date' })
    .transform((value, context) => {
      const begin = /^\d{4}-\d\d-\d\d$/.test(value) ? readDateTime(`${value}T00:00:00Z`) : undefined;
      if (begin && begin.getUTCFullYear() >= firstYear) return begin;
      context.addIssue({ code: 'custom', message: begin ? `must not be before ${firstYear}.` : NO_DAY });
      return z.NEVER;
    });

/** A moment's day in UTC: 2026-01-31. */
export const writtenDay = (moment: Date): string => moment.toISOString().slice(0, 10);

const LOCAL = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/;

/** Reads a local date-time without an offset, with or without seconds, as 2026-12-01T09:00:00; undefined for anything else. */
export function readLocalDateTime(value: string): string | undefined {
  const [, minute, second = ':00'] = LOCAL.exec(value) ?? [];
  return minute && readDateTime(`${minute}${second}Z`) ? `${minute}${second}` : undefined;
}

/** A time of day, such as 09:00. */
export const timeOfDay = () =>
  z
    .string({ error: otherwise('must be a time of day, such as 09:00.') })
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 09:00.');
