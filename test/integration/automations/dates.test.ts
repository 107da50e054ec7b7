import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDueDates } from '../../../src/domain/automations/clock/due-dates.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { automate, newSignals } from '../../support/signals.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 }, { simulatedClock: true });
  for (const key of ['birthday', 'renewal']) {
    await api.rest('POST', '/fields', { key, label: key, type: 'date' });
  }
  await api.rest('POST', '/fields', { key: 'mood', label: 'mood', type: 'text' });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.automation.deleteMany();
  await newSignals(api);
  list = await makeList(api);
});

const look = () => findDueDates(api.installation.connection.db, api.installation.log);

/** Dates found at a moment, by the beginnings of the addresses. */
async function at(moment: string): Promise<string[]> {
  await clockOf(api).set(moment);
  await look();
  return (await newSignals(api)).map((signal) => signal.split(' ')[0]!);
}

/** Activates an automation at a moment, at which a worker looks at it. */
async function onDate(moment: string, trigger: object, more: object = {}): Promise<string> {
  await clockOf(api).set(moment);
  const id = await automate(api, {
    ...{ list, ...more },
    trigger: { type: 'date', field: 'birthday', offset: 'P0D', at: '09:00', every_year: true, ...trigger },
  });
  await api.db.automationListener.create({ data: { teamId: api.teamId, kind: 'date', ref: id, automationId: id } });
  expect(await at(moment)).toEqual([]);
  return id;
}

const born = (name: string, birthday: string, timezone?: string) => ({
  ...{ email: `${name}@x.test`, attributes: { birthday } },
  ...(timezone && { timezone }),
});

test('each person’s time is in their own zone, or else in the team’s', async () => {
  await api.rest('PATCH', '/team', { timezone: 'Asia/Tokyo' });
  const people = { berlin: 'Europe/Berlin', york: 'america/new_york', team: undefined };
  await subscribe(
    api,
    list,
    Object.entries(people).map(([name, zone]) => born(name, '2000-06-15', zone)),
  );
  await subscribe(api, list, [born('other', '2000-06-16', 'Europe/Berlin')]);
  await onDate('2026-06-14T20:00:00Z', {});
  expect(await at('2026-06-14T23:59:59Z')).toEqual([]);
  expect(await at('2026-06-15T00:00:01Z')).toEqual(['team']);
  expect(await at('2026-06-15T06:59:59Z')).toEqual([]);
  expect(await at('2026-06-15T07:00:04Z')).toEqual(['berlin']);
  expect(await at('2026-06-15T07:00:09Z')).toEqual([]);
  expect(await at('2026-06-15T13:00:00Z')).toEqual(['york']);
  expect(await at('2026-06-16T06:00:00Z')).toEqual([]);
  await api.rest('PATCH', '/team', { timezone: 'UTC' });
});

test('workers that were away over the hour miss no one and repeat no one, and skip dates older than a day', async () => {
  await subscribe(api, list, [born('ann', '1990-06-15'), born('bob', '1990-06-17'), born('cat', '1990-06-18')]);
  await onDate('2026-06-15T08:00:00Z', {});
  expect(await at('2026-06-15T22:00:00Z')).toEqual(['ann']);
  expect(await at('2026-06-18T10:00:00Z')).toEqual(['cat']);
  expect(await at('2026-06-18T10:00:05Z')).toEqual([]);
});

test('a birthday without a year recurs every year, and never counts as a one-time date', async () => {
  await subscribe(api, list, [born('ann', '--06-15'), born('leap', '--02-29'), born('other', '--06-16')]);
  await onDate('2026-06-14T08:00:00Z', {});
  expect(await at('2026-06-15T09:00:01Z')).toEqual(['ann']);
  expect(await at('2027-02-28T08:00:00Z')).toEqual([]);
  expect(await at('2027-02-28T09:00:01Z')).toEqual(['leap']);
  await api.db.automation.deleteMany();
  await onDate('2027-06-14T20:00:00Z', { every_year: false });
  expect(await at('2027-06-15T09:00:01Z')).toEqual([]);
});

test('a time skipped by a clock change comes an hour later, and a repeated one comes at its first occurrence', async () => {
  await subscribe(api, list, [
    born('spring', '1990-03-29', 'Europe/Berlin'),
    born('autumn', '1990-10-25', 'Europe/Berlin'),
  ]);
  await onDate('2026-03-28T12:00:00Z', { at: '02:30' });
  expect(await at('2026-03-29T01:29:00Z')).toEqual([]);
  expect(await at('2026-03-29T01:30:00Z')).toEqual(['spring']);
  expect(await at('2026-03-29T03:00:00Z')).toEqual([]);
  expect(await at('2026-10-25T00:29:00Z')).toEqual([]);
  expect(await at('2026-10-25T00:30:00Z')).toEqual(['autumn']);
  expect(await at('2026-10-25T01:30:00Z')).toEqual([]);
  expect(await at('2026-10-26T00:30:00Z')).toEqual([]);
});

test('29 February is 28 February in other years', async () => {
  await subscribe(api, list, [born('leap', '2000-02-29'), born('plain', '2000-02-28')]);
  await onDate('2027-02-27T12:00:00Z', {});
  expect(await at('2027-02-28T09:00:00Z')).toEqual(['leap', 'plain']);
  expect(await at('2027-03-01T09:00:00Z')).toEqual([]);
  expect(await at('2028-02-28T09:00:00Z')).toEqual(['plain']);
  expect(await at('2028-02-29T09:00:00Z')).toEqual(['leap']);
});

test('a one-time date starts days before it, or hours before it on the previous day', async () => {
  const renewal = (name: string, day: string) => ({ email: `${name}@x.test`, attributes: { renewal: day } });
  await subscribe(api, list, [
    renewal('soon', '2026-07-08'),
    renewal('now', '2026-07-01'),
    renewal('past', '2025-07-08'),
  ]);
  await onDate('2026-06-30T12:00:00Z', { field: 'renewal', offset: '-P7D', every_year: false });
  expect(await at('2026-07-01T09:00:00Z')).toEqual(['soon']);
  await api.db.automation.deleteMany();
  await onDate('2026-07-01T12:00:00Z', { field: 'renewal', offset: '-PT2H', at: '01:00', every_year: false });
  expect(await at('2026-07-07T22:59:00Z')).toEqual([]);
  expect(await at('2026-07-07T23:00:00Z')).toEqual(['soon']);
});

test('yearly dates begin with the year of the date', async () => {
  await subscribe(api, list, [born('unborn', '2030-06-15')]);
  await onDate('2029-06-14T12:00:00Z', {});
  expect(await at('2029-06-15T09:00:00Z')).toEqual([]);
  expect(await at('2030-06-14T12:00:00Z')).toEqual([]);
  expect(await at('2030-06-15T09:00:00Z')).toEqual(['unborn']);
});

test('invalid dates and fields that are not dates start no run', async () => {
  await subscribe(api, list, [
    { email: 'moody@x.test', attributes: { mood: '2026-06-15' } },
    born('moment', '2000-06-15T21:00:00Z'),
  ]);
  await api.db.$executeRawUnsafe(
    `update subscribers set attributes = '{"birthday": "2000-99-99", "renewal": 5}' where email = 'moody@x.test'`,
  );
  await onDate('2026-06-14T12:00:00Z', { field: 'mood' });
  await onDate('2026-06-14T12:00:01Z', { field: 'nothing' });
  await onDate('2026-06-14T12:00:02Z', { field: 'renewal' });
  await onDate('2026-06-14T12:00:03Z', {});
  expect(await at('2026-06-15T09:00:00Z')).toEqual(['moment']);
});

test('a day or a year after subscribing is counted in the subscriber’s time zone, and skips people who joined after the moment', async () => {
  await clockOf(api).set('2026-06-15T22:30:00Z');
  await subscribe(api, list, [{ email: 'east@x.test', timezone: 'Asia/Tokyo' }, { email: 'west@x.test' }]);
  const once = { field: 'subscribed_at', every_year: false };
  await onDate('2026-06-15T22:31:00Z', { ...once, offset: 'P1D' });
  expect(await at('2026-06-16T09:00:00Z')).toEqual(['west']);
  expect(await at('2026-06-17T00:00:00Z')).toEqual(['east']);
  await onDate('2026-06-17T08:00:00Z', once);
  await subscribe(api, list, [{ email: 'early@x.test' }]);
  await clockOf(api).set('2026-06-17T09:30:00Z');
  await subscribe(api, list, [{ email: 'late@x.test' }]);
  expect(await at('2026-06-17T10:00:00Z')).toEqual(['early']);
});

test('people who get the date after its moment, or have left by then, start no run', async () => {
  await subscribe(api, list, [born('left', '1990-06-15'), { email: 'later@x.test' }]);
  await onDate('2026-06-15T08:00:00Z', {});
  await api.rest('POST', `/subscribers/${(await readSubscriber(api, list, 'left@x.test')).id}/unsubscribe`);
  expect(await at('2026-06-15T09:00:00Z')).toEqual([]);
  await subscribe(api, list, [born('later', '1990-06-15')]);
  expect(await at('2026-06-15T09:10:00Z')).toEqual([]);
  expect(await at('2026-06-15T21:10:00Z')).toEqual([]);
});

test('a paused automation does not catch up on missed dates', async () => {
  await subscribe(api, list, [born('ann', '1990-06-15'), born('bob', '1990-06-16')]);
  const id = await onDate('2026-06-15T08:00:00Z', {});
  await api.db.automation.updateMany({ where: { id }, data: { status: 'paused' } });
  expect(await at('2026-06-15T09:00:00Z')).toEqual([]);
  await api.db.automation.updateMany({ where: { id }, data: { status: 'active' } });
  expect(await at('2026-06-15T09:30:00Z')).toEqual([]);
  expect(await at('2026-06-16T09:00:00Z')).toEqual(['bob']);
});

test('a new version that changes the time applies it from then on, and one that does not changes nothing', async () => {
  await subscribe(api, list, [born('ann', '1990-06-15')]);
  const id = await onDate('2026-06-15T07:30:00Z', {});
  const change = async (moment: string, version: number, trigger: object) => {
    await clockOf(api).set(moment);
    const definition = { trigger: { type: 'date', field: 'birthday', offset: 'P0D', every_year: true, ...trigger } };
    const createdAt = new Date(moment);
    await api.db.automationVersion.create({
      data: { teamId: api.teamId, automationId: id, version, definition, createdAt },
    });
    await api.db.automation.updateMany({ where: { id }, data: { version } });
  };
  await change('2026-06-15T08:30:00Z', 2, { at: '08:15' });
  expect(await at('2026-06-15T08:30:01Z')).toEqual([]);
  await change('2026-06-15T08:40:00Z', 3, { at: '09:00' });
  expect(await at('2026-06-15T08:40:01Z')).toEqual([]);
  await change('2026-06-15T09:00:02Z', 4, { at: '09:00' });
  expect(await at('2026-06-15T09:00:05Z')).toEqual(['ann']);
});

test('without a list, each person counts once, by the newest subscription', async () => {
  const other = await makeList(api);
  await clockOf(api).set('2026-06-01T00:00:00Z');
  await subscribe(api, list, [born('both', '1990-06-15'), born('old', '1990-06-15')]);
  await clockOf(api).set('2026-06-02T00:00:00Z');
  await subscribe(api, other, [born('both', '1990-06-15'), born('old', '1990-06-16')]);
  await onDate('2026-06-15T08:00:00Z', {}, { list: null });
  expect((await at('2026-06-15T09:00:00Z')).filter((who) => ['both', 'old'].includes(who))).toEqual(['both']);
});

test('eight workers that look at the same moment start each person once', async () => {
  await subscribe(
    api,
    list,
    Array.from({ length: 50 }, (_, n) => born(`p${n}`, '1990-06-15')),
  );
  await onDate('2026-06-15T08:00:00Z', {});
  await clockOf(api).set('2026-06-15T09:00:00Z');
  await Promise.all(Array.from({ length: 8 }, look));
  expect(await newSignals(api)).toHaveLength(50);
});

test('finding due people takes as many statements for one as for many', async () => {
  await subscribe(api, list, [
    born('one', '1990-06-15'),
    ...Array.from({ length: 60 }, (_, n) => born(`q${n}`, '1990-06-16')),
  ]);
  await onDate('2026-06-15T08:00:00Z', {});
  const count = async (moment: string) => {
    await clockOf(api).set(moment);
    return (await api.statements(look)).length;
  };
  const forOne = await count('2026-06-15T09:00:00Z');
  expect(await newSignals(api)).toHaveLength(1);
  await at('2026-06-16T08:59:00Z');
  expect(await count('2026-06-16T09:00:00Z')).toBe(forOne);
  expect(await newSignals(api)).toHaveLength(60);
});
