import { z } from 'zod';
import { otherwise } from './text.ts';

const PROBLEM = 'must be a valid date-time (RFC 3339, such as 2026-01-31T12:00:00Z).';
const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** Reads an RFC 3339 date-time to the millisecond; undefined for anything else, a 30 February among them. */
export function readDateTime(value: string): Date | undefined {
  const parts = RFC_3339.exec(value);
  if (!parts) return undefined;
  const [, year, month, day, , , , fraction = ''] = parts.map((part) => part ?? '');
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > lastDay) return undefined;
  const time = new Date(value.toUpperCase().replace(fraction, fraction.slice(0, 4)));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** A moment: GraphQL hands it over as a Date, REST as text. */
export const dateTime = () =>
  z.union([z.date(), z.string()], { error: otherwise(PROBLEM) }).transform((value, context) => {
    const time = typeof value === 'string' ? readDateTime(value) : value;
    // PostgreSQL's first year is far below year 1, but RFC 3339 has none before 0000 and nobody means it.
    if (time && time.getUTCFullYear() >= 1) return time;
    context.addIssue({ code: 'custom', message: PROBLEM });
    return z.NEVER;
  });
