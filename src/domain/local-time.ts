const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A local time without a zone: 2026-12-01T09:00:00. */
export type LocalTime = string;

const LOCAL = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A local time in its long form; undefined for anything else, such as 30 February or a time with an offset. */
export function readLocalTime(written: string): LocalTime | undefined {
  const long = written.length === 16 ? `${written}:00` : written;
  if (!LOCAL.test(written)) return undefined;
  const moment = new Date(`${long}Z`);
  return !Number.isNaN(moment.getTime()) && writtenAs(moment) === long ? long : undefined;
}

/** A local time as the moment at which a clock in UTC shows it, for calculations. */
export const inUtc = (local: LocalTime): Date => new Date(`${local}Z`);

/** The local time that a clock in UTC shows. */
export const writtenAs = (moment: Date): LocalTime => moment.toISOString().slice(0, 19);

/**
 * The moment of a local time in a zone. A time repeated in autumn means the first; one skipped in spring means the moment
 * at which clocks continue.
 */
export const momentOf = (local: LocalTime, zone: string): Date => momentAt(inUtc(local).getTime(), zone);

/** Like `momentOf`, for a local time from `inUtc`, in milliseconds. */
export function momentAt(wall: number, zone: string): Date {
  // No zone changes twice within two days.
  const offsets: [number, number] = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)];
  if (offsets[0] === offsets[1]) return new Date(wall - offsets[0]);
  const moments = offsets.map((offset) => wall - offset).filter((moment) => moment + offsetAt(moment, zone) === wall);
  if (moments.length > 0) return new Date(Math.min(...moments));
  return new Date(changeWithin(wall - Math.max(...offsets), wall - Math.min(...offsets), zone));
}

/** The local time in a zone at a moment. */
export const localTimeAt = (moment: Date, zone: string): LocalTime =>
  writtenAs(new Date(moment.getTime() + offsetAt(moment.getTime(), zone)));

/** The first second after `before`, up to `after`, with the offset of `after`. */
function changeWithin(before: number, after: number, zone: string): number {
  const offset = offsetAt(after, zone);
  let [low, high] = [before, after];
  while (high - low > 1_000) {
    const middle = low + Math.floor((high - low) / 2_000) * 1_000;
    if (offsetAt(middle, zone) === offset) high = middle;
    else low = middle;
  }
  return high;
}

/** Before this all clocks show local mean time, and Intl writes dates by the calendar of the time. */
const FIRST = Date.parse('1800-01-01T00:00:00Z');

const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC in milliseconds, to the second. */
function offsetAt(at: number, zone: string): number {
  const moment = Math.max(at, FIRST);
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  if (formats.size < 1_000) formats.set(zone, format);
  // The Swedish format is 2026-12-01 09:00:00, and takes a third of the time of formatting parts.
  const [year, month, day, hour, minute, second] = format.format(moment).split(/\D+/).map(Number) as SixNumbers;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(moment / 1_000) * 1_000;
}

type SixNumbers = [number, number, number, number, number, number];
