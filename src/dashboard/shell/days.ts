const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone's local time at a moment, as UTC milliseconds. */
function wallAt(moment: number, zone: string): number {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, format);
  return Date.parse(`${format.format(moment).replace(' ', 'T')}Z`);
}

/** The day (2026-05-01) that a moment is on in the zone. */
export const dayIn = (moment: Date | string, zone: string): string =>
  new Date(wallAt(new Date(moment).getTime(), zone)).toISOString().slice(0, 10);

/**
 * The start of a day from the address (2026-05-01) in the zone, or of the day `later` days after. Undefined for an invalid day. A
 * midnight that occurs twice counts as the first; a skipped one counts as the moment of the clock change.
 */
export function startOf(day: string | undefined, zone: string, later = 0): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const midnight = Date.parse(`${day}T00:00Z`) + later * DAY_MS;
  if (Number.isNaN(midnight)) return undefined;
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((moment) => wallAt(moment, zone) - moment);
  const moments = offsets.map((offset) => midnight - offset);
  const shown = moments.filter((moment) => wallAt(moment, zone) === midnight);
  return new Date(shown.length > 0 ? Math.min(...shown) : (moments[0] ?? midnight)).toISOString();
}

/** A period of whole days in the server's form. A period that ends before it starts has no end. */
export function periodIn(
  zone: string,
  from: string | undefined,
  to: string | undefined,
): { from?: string; to?: string } {
  const since = startOf(from, zone);
  const until = startOf(to, zone, 1);
  const ends = until !== undefined && (since === undefined || since < until);
  return { ...(since && { from: since }), ...(ends && { to: until }) };
}

/** All days (2026-05-01) from the first to the last. */
export function daysFrom(first: string, last: string): string[] {
  const [from, to] = [first, last].map((day) => Date.parse(`${day}T00:00Z`) / DAY_MS) as [number, number];
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) =>
    new Date((from + index) * DAY_MS).toISOString().slice(0, 10),
  );
}
