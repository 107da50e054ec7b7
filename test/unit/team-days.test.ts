import { expect, test } from 'vitest';
import { beginningOf, dayAfter, dayAt, daysBetween } from '../../src/domain/team-days.ts';

const DAY_MS = 86_400_000;

test('in every time zone, each day of 2024 to 2027 begins when clocks first show it, and ends when the next begins', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    // Every third day, and all days around which clocks change.
    let before = beginningOf('2023-12-31', zone);
    for (const day of daysBetween('2024-01-01', '2027-12-31')) {
      const begin = beginningOf(day, zone);
      const isChange = begin.getTime() - before.getTime() !== DAY_MS;
      before = begin;
      if (!isChange && Number(day.slice(8)) % 9 !== 0) continue;
      expect([zone, dayAt(begin, zone)]).toEqual([zone, day]);
      expect([zone, dayAt(new Date(begin.getTime() - 1), zone)]).toEqual([zone, dayAfter(day, -1)]);
    }
  }
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
