import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { readTime } from '../../src/database/read-time.ts';

const byLibrary: (text: string) => Date | number | null = pg.types.getTypeParser(1184);

describe('times of PostgreSQL', () => {
  test.each([
    ['2026-01-31 09:00:00+00', '2026-01-31T09:00:00.000Z'],
    ['2026-01-31 09:00:00.5+00', '2026-01-31T09:00:00.500Z'],
    ['2026-01-31 09:00:00.123+00', '2026-01-31T09:00:00.123Z'],
    ['2026-01-31 09:00:00.123456+00', '2026-01-31T09:00:00.123Z'],
    ['2026-01-31 09:00:00.999999+00', '2026-01-31T09:00:00.999Z'],
    ['2024-02-29 23:59:59.000001+00', '2024-02-29T23:59:59.000Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
    ['1969-12-31 23:59:59.9+00', '1969-12-31T23:59:59.900Z'],
    ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ])('%s is read to the millisecond', (text, moment) => {
    expect(readTime(text).toISOString()).toBe(moment);
  });

  test.each([
    '10000-01-01 00:00:00+00',
    '0044-03-15 00:00:00+00 BC',
    '2026-01-31 09:00:00.123456+05:30',
    '2026-01-31 09:00:00-08',
    'infinity',
    '-infinity',
  ])('%s is read as by the driver', (text) => {
    expect(readTime(text)).toEqual(byLibrary(text));
  });
});
