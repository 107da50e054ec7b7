import { expect, test } from 'vitest';
import { beginningOf, dayAfter, dayAt, daysBetween } from '../../src/domain/team-days.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** When the offset of a zone changes in 2024 to 2027, and to what. No zone changes twice within a week. */
function changesOf(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const offsetAt = (at: number) => {
    const [day, month, year, hour, minute] = format.format(at).split(/\D+/).map(Number) as number[];
    return Date.UTC(year!, month! - 1, day, hour, minute) - at;
  };
  const to = Date.parse('2028-01-02T00:00:00Z');
  const changes: number[] = [];
  let [from, offset] = [Date.parse('2023-12-30T00:00:00Z'), offsetAt(Date.parse('2023-12-30T00:00:00Z'))];
  changes.push(offset);
  for (let next = from + 7 * DAY_MS; from < to; from = next, next += 7 * DAY_MS) {
    const after = offsetAt(next);
    if (after === offset) continue;
    let [low, high] = [from, next];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offsetAt(middle) === offset) low = middle;
      else high = middle;
    }
    changes.push(high, after);
    offset = after;
  }
  return changes.join();
}

/** One zone of each group whose clocks agree in these years. Zones without changes get one per offset. */
function differentZones(): string[] {
  const zones = Intl.supportedValuesOf('timeZone');
  return [...new Map(zones.map((zone) => [changesOf(zone), zone])).values()];
}

test('in every time zone, each day of 2024 to 2027 begins when clocks first show it, and ends when the next begins', () => {
  const zones = differentZones();
  expect(zones.length).toBeGreaterThan(50);
  const wrong: string[][] = [];
  for (const zone of zones) {
    for (const day of daysBetween('2024-01-01', '2027-12-31')) {
      const begin = beginningOf(day, zone);
      const [first, last] = [dayAt(begin, zone), dayAt(new Date(begin.getTime() - 1), zone)];
      if (first !== day || last !== dayAfter(day, -1)) wrong.push([zone, day, first, last]);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('the day skipped by Samoa in 2011 has no length', () => {
  const [skipped, next] = [beginningOf('2011-12-30', 'Pacific/Apia'), beginningOf('2011-12-31', 'Pacific/Apia')];
  expect([skipped, next]).toEqual([new Date('2011-12-30T10:00:00Z'), new Date('2011-12-30T10:00:00Z')]);
});

test('days are counted across months and leap years', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
  expect(daysBetween('2024-03-01', '2024-02-28')).toEqual([]);
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31');
});
