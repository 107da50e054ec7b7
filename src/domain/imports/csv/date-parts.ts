import { readDateTime } from '../../../validation/time.ts';
import { momentOf } from '../../local-time.ts';

/** The context for reading the dates of a column, besides its format. */
export interface DateContext {
  /** The time zone (IANA) of times without an offset. */
  zone: string;
  /** The dates are birthdays or past times: two-digit years are not in the future. */
  isPast: boolean;
  /** Whether a date may have no year, as birthdays do. */
  allowsNoYear: boolean;
}

export const PLAIN_CONTEXT: DateContext = { zone: 'UTC', isPast: false, allowsNoYear: true };

/** The parts of a date and a time in a cell. */
export interface DateParts {
  year?: string | undefined;
  month: string;
  day: string;
  time?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Two-digit years from here on are of the 20th century, as in Windows, unless the date would be in the future. */
const PIVOT = 50;

/**
 * Writes a date as `2026-01-31`, one without a year as `--01-31` (ISO 8601, vCard), and a date-time in RFC 3339, using the
 * context's zone if it has no offset. Undefined for dates that do not exist, such as 30 February.
 */
export function writeDate({ year, month, day, time }: DateParts, context: DateContext): string | undefined {
  const ofYear = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year === undefined) {
    const exists = readDateTime(`2024-${ofYear}T00:00:00Z`) !== undefined;
    return exists && !time && context.allowsNoYear ? `--${ofYear}` : undefined;
  }
  const date = `${year.length === 2 ? fullYear(year, ofYear, context) : year}-${ofYear}`;
  if (!readDateTime(`${date}T00:00:00Z`)) return undefined;
  if (!time) return date;
  const clock = clockOf(time);
  if (clock === undefined || !readDateTime(`${date}T${clock}Z`)) return undefined;
  if (!time.zone)
    return momentOf(`${date}T${clock.slice(0, 8)}`, context.zone)
      .toISOString()
      .replace(/\.000Z$/, fractionOf(clock));
  const moment = `${date}T${clock}${offsetOf(time.zone)}`;
  return readDateTime(moment) && moment;
}

function fullYear(year: string, ofYear: string, { isPast }: DateContext): string {
  const full = Number(year) < PIVOT ? 2_000 + Number(year) : 1_900 + Number(year);
  const isFuture = Date.parse(`${full}-${ofYear}T00:00:00Z`) > Date.now();
  return String(isPast && isFuture ? full - 100 : full);
}

/** `5:30 PM` as 17:30:00; undefined for 13:00 PM and 0:30 AM. */
function clockOf({ hour = '', minute = '00', second = '00', fraction, half }: NonNullable<DateParts['time']>) {
  let hours = Number(hour);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  }
  return `${String(hours).padStart(2, '0')}:${minute}:${second}${fraction ? `.${fraction}` : ''}`;
}

/** The fraction after the seconds. Clocks of zones are read to the second. */
const fractionOf = (clock: string): string => `${clock.slice(8)}Z`;

/** `+0100`, `GMT+01:00` and `+01` in RFC 3339 form. */
function offsetOf(zone: string | undefined): string {
  const [, hours, minutes = '00'] = /([+-]\d\d):?(\d\d)?$/.exec(zone ?? '') ?? [];
  return hours ? `${hours}:${minutes}` : 'Z';
}
