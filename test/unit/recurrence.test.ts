import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { closeCounting } from '../../src/domain/campaigns/recurrence/counting.ts';
import {
  nextMoment,
  type Recurrence,
  recurrenceInput,
  recurrenceProblem,
} from '../../src/domain/campaigns/recurrence/recurrence.ts';
import { localTimeAt, momentOf } from '../../src/domain/local-time.ts';

afterAll(() => closeCounting());

const NOW = new Date('2026-11-23T12:00:00Z');

/** The first occurrences after a moment. */
async function series(recurrence: Recurrence, after: string, count: number): Promise<string[]> {
  const moments: string[] = [];
  let last: Date | undefined = new Date(after);
  while (last && moments.length < count) {
    last = await nextMoment(recurrence, last, 1);
    if (last) moments.push(last.toISOString().replace('.000', ''));
  }
  return moments;
}

const BERLIN = { start: '2026-03-20T09:00:00', timezone: 'Europe/Berlin' };

describe('the local time stays', () => {
  test('when clocks go forward and back', async () => {
    expect(await series({ ...BERLIN, rule: 'FREQ=WEEKLY' }, '2026-03-19T00:00:00Z', 3)).toEqual([
      ...['2026-03-20T08:00:00Z', '2026-03-27T08:00:00Z', '2026-04-03T07:00:00Z'],
    ]);
    expect(await series({ ...BERLIN, rule: 'FREQ=WEEKLY' }, '2026-10-17T00:00:00Z', 3)).toEqual([
      ...['2026-10-23T07:00:00Z', '2026-10-30T08:00:00Z', '2026-11-06T08:00:00Z'],
    ]);
  });

  test('a skipped time moves to the next valid time, and a repeated time runs at the first', async () => {
    const daily = { rule: 'FREQ=DAILY', start: '2026-03-28T02:30:00', timezone: 'Europe/Berlin' };
    expect(await series(daily, '2026-03-27T00:00:00Z', 3)).toEqual([
      ...['2026-03-28T01:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
    ]);
    expect(await series(daily, '2026-10-24T00:00:00Z', 4)).toEqual([
      ...['2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z', '2026-10-27T01:30:00Z'],
    ]);
    // Asked in the hour that is shown a second time.
    expect(await series(daily, '2026-10-25T01:10:00Z', 1)).toEqual(['2026-10-26T01:30:00Z']);
  });

  test('also in half-hour zones, beyond the date line, and on a skipped day', () => {
    const at = (local: string, zone: string) => momentOf(local, zone).toISOString();
    expect(at('2026-10-04T02:15:00', 'Australia/Lord_Howe')).toBe('2026-10-03T15:30:00.000Z');
    expect(at('2026-12-01T09:00:00', 'Pacific/Kiritimati')).toBe('2026-11-30T19:00:00.000Z');
    expect(at('2026-12-01T09:00:00', 'Pacific/Pago_Pago')).toBe('2026-12-01T20:00:00.000Z');
    expect(at('2011-12-30T09:00:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
    expect(at('2026-12-01T09:00:00', 'Asia/Kathmandu')).toBe('2026-12-01T03:15:00.000Z');
  });

  test('in every zone and at every time, unless clocks skip it', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 });
    fc.assert(
      fc.property(zones, minutes, (zone, minute) => {
        const local = new Date(minute * 60_000).toISOString().slice(0, 19);
        const moment = momentOf(local, zone);
        const shown = localTimeAt(moment, zone);
        if (shown === local) return;
        // Skipped: a second earlier clocks showed less than it, and now they show more.
        expect(shown > local && localTimeAt(new Date(moment.getTime() - 1_000), zone) < local).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

test('rules of every kind', async () => {
  const after = '2026-11-23T12:00:00Z';
  const utc = (rule: string, start = '2026-12-01T09:00:00') => ({ rule, start, timezone: 'UTC' });
  expect(await series(utc('FREQ=WEEKLY;BYDAY=MO'), after, 2)).toEqual(['2026-12-07T09:00:00Z', '2026-12-14T09:00:00Z']);
  expect(await series(utc('FREQ=MONTHLY;BYDAY=-1FR'), after, 2)).toEqual([
    '2026-12-25T09:00:00Z',
    '2027-01-29T09:00:00Z',
  ]);
  expect(await series(utc('FREQ=MONTHLY;BYMONTHDAY=31'), after, 3)).toEqual([
    ...['2026-12-31T09:00:00Z', '2027-01-31T09:00:00Z', '2027-03-31T09:00:00Z'],
  ]);
  expect(await series(utc('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'), after, 2)).toEqual([
    ...['2028-02-29T09:00:00Z', '2032-02-29T09:00:00Z'],
  ]);
  expect(await series(utc('FREQ=DAILY;COUNT=2'), after, 9)).toEqual(['2026-12-01T09:00:00Z', '2026-12-02T09:00:00Z']);
  expect(await series(utc('FREQ=DAILY;UNTIL=20261202'), after, 9)).toHaveLength(2);
  expect(await series(utc('FREQ=DAILY;UNTIL=20261202T085959Z'), after, 9)).toHaveLength(1);
  const tokyo = { start: '2026-12-01T09:00:00', timezone: 'Asia/Tokyo' };
  expect(await series({ ...tokyo, rule: 'FREQ=DAILY;UNTIL=20261202T000000Z' }, after, 9)).toHaveLength(2);
  expect(await series({ ...tokyo, rule: 'FREQ=DAILY;UNTIL=20261201T235959Z' }, after, 9)).toHaveLength(1);
  expect(await series({ ...tokyo, rule: 'FREQ=DAILY;UNTIL=20261202T085959' }, after, 9)).toHaveLength(1);
  // A past start gives only future times, in the rhythm of the start.
  expect(await series(utc('FREQ=WEEKLY;INTERVAL=2', '2000-01-03T09:00:00'), after, 2)).toEqual([
    ...['2026-11-30T09:00:00Z', '2026-12-14T09:00:00Z'],
  ]);
  expect(await series(utc('FREQ=HOURLY;INTERVAL=5', '2000-01-01T00:30:00'), after, 2)).toEqual([
    ...['2026-11-23T13:30:00Z', '2026-11-23T18:30:00Z'],
  ]);
  expect(await series(utc('FREQ=DAILY;COUNT=3', '2026-11-22T13:00:00'), after, 9)).toHaveLength(2);
});

test.each([
  ...['', 'weekly', 'FREQ=', 'FREQ=FORTNIGHTLY', 'BYDAY=MO', 'FREQ=DAILY;FREQ=DAILY', 'FREQ=DAILY;INTERVAL=0'],
  ...['FREQ=DAILY;INTERVAL=abc', 'FREQ=DAILY;INTERVAL=-1', 'FREQ=DAILY;INTERVAL=99999999', 'FREQ=DAILY;BYHOUR=24'],
  ...['FREQ=MONTHLY;BYDAY=XX', 'FREQ=MONTHLY;BYDAY=99MO', 'FREQ=MONTHLY;BYMONTHDAY=0', 'FREQ=DAILY;UNTIL=2026-01-01'],
  ...['FREQ=DAILY;UNTIL=20261399', 'FREQ=DAILY;COUNT=0', 'FREQ=DAILY;COUNT=2;UNTIL=20270101', 'FREQ=DAILY;BYEASTER=1'],
  ...['RRULE:FREQ=DAILY', 'DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY', 'FREQ=DAILY;DTSTART=20261201T090000Z'],
  ...[
    'FREQ=DAILY\r\nEXDATE:20261201',
    'FREQ=DAILY;__PROTO__=1',
    'FREQ=DAILY;',
    `FREQ=DAILY;BYMONTH=${'1,'.repeat(400)}1`,
  ],
  ...['FREQ=SECONDLY', 'FREQ=MINUTELY;INTERVAL=90', 'FREQ=DAILY;TZID=Europe/Berlin'],
])('%s is refused', (rule) => {
  const { success, error } = recurrenceInput.safeParse({ rule, start: '2026-12-01T09:00:00' });
  expect([success, error?.issues[0]?.path]).toEqual([false, ['rule']]);
});

test.each([
  '2026-12-01',
  '2026-12-01T09:00:00Z',
  '2026-12-01T09:00:00+01:00',
  '2026-02-30T09:00',
  '1999-01-01T09:00',
  'soon',
  7,
])('a series does not start at %s', (start) => {
  const { error } = recurrenceInput.safeParse({ rule: 'FREQ=DAILY', start });
  expect(error?.issues[0]?.path).toEqual(['start']);
});

test.each([
  // The last three search forever, or until the year 9999.
  ...['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;UNTIL=20260101', 'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9'],
  ...['FREQ=HOURLY;INTERVAL=24;BYHOUR=5', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;INTERVAL=7;BYDAY=WE'],
])('%s never occurs', async (rule) => {
  expect(await recurrenceProblem({ rule, start: '2026-12-01T09:00:00', timezone: 'UTC' }, NOW, 1)).toContain(
    'must have an occurrence',
  );
});

test.each([
  'FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30',
  'FREQ=HOURLY;BYMINUTE=0,59',
  'FREQ=WEEKLY;BYDAY=MO,TU;BYHOUR=0,23;BYMINUTE=10,50',
])('%s occurs too often', async (rule) => {
  expect(await recurrenceProblem({ rule, start: '2026-12-01T09:00:00', timezone: 'UTC' }, NOW, 1)).toContain('an hour');
});

test('each hour is not too often, and a rule without an end is fine', async () => {
  for (const rule of ['FREQ=HOURLY', 'FREQ=WEEKLY;BYDAY=MO', 'FREQ=YEARLY']) {
    expect(await recurrenceProblem({ ...BERLIN, rule }, NOW, 1)).toBeUndefined();
  }
});
