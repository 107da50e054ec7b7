import { readOffset } from '../../../validation/duration.ts';
import { localTimeAt, momentOf } from '../../local-time.ts';
import type { WaitKeys } from '../definition/definition.ts';

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export const DAY_MS = 86_400_000;
/** Later moments are pointless, and have another text format. */
const LAST = new Date('9999-01-01T00:00:00Z');
const DATE = /^\d{4}-\d\d-\d\d/;

/**
 * The next moment at which the person's clock shows a time of day, on one of the weekdays if any are given. `zones`: the
 * first known one counts.
 */
export function nextTime(
  now: Date,
  { time, weekdays }: NonNullable<WaitKeys['until']>,
  zones: readonly string[],
): Date {
  const zone = firstKnown(zones);
  const today = Date.parse(localTimeAt(now, zone).slice(0, 10));
  for (let day = 0; ; day++) {
    const date = new Date(today + day * DAY_MS);
    if (weekdays && !weekdays.includes(WEEKDAYS[date.getUTCDay()] as string)) continue;
    const moment = momentOf(`${date.toISOString().slice(0, 10)}T${time}:00`, zone);
    if (moment >= now) return moment;
  }
}

/**
 * The moment of an attribute's date (2026-12-24, or with a time), at the step's time of day if it has one, shifted by the
 * step's offset. Dates are in the person's time zone. Undefined if the value is not a date.
 */
export function momentOfDate(
  value: unknown,
  { time, offset }: Pick<WaitKeys, 'time' | 'offset'>,
  zones: readonly string[],
): Date | undefined {
  if (typeof value !== 'string' || !isDate(value)) return undefined;
  const zone = firstKnown(zones);
  const hasTime = value.length > 10;
  const date = hasTime ? localTimeAt(new Date(value), zone).slice(0, 10) : value;
  const moment = time === undefined && hasTime ? new Date(value) : momentOf(`${date}T${time ?? '00:00'}:00`, zone);
  const shifted = new Date(moment.getTime() + (offset === undefined ? 0 : readOffset(offset)! * 1_000));
  return shifted < LAST ? shifted : undefined;
}

/** A bare date overflows: 2026-02-30 would become 2 March. */
function isDate(value: string): boolean {
  const day = DATE.exec(value)?.[0];
  if (day === undefined || Number.isNaN(Date.parse(value)) || Number.isNaN(Date.parse(day))) return false;
  return new Date(day).toISOString().startsWith(day);
}

/** The first valid zone, or UTC. */
export function firstKnown(zones: readonly string[]): string {
  return zones.find(isZone) ?? 'UTC';
}

const known = new Map<string, boolean>();

function isZone(zone: string): boolean {
  const before = known.get(zone);
  if (before !== undefined) return before;
  let is = true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    is = false;
  }
  if (known.size < 1_000) known.set(zone, is);
  return is;
}
