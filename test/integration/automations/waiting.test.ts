import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { activate, addressOf, at, enter, pathOf, readRun, stateOf } from '../../support/running.ts';
import { declareFields } from '../../support/segments.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await declareFields(api, { trip: 'date' });
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api);
});

/** Subscribes people and adds each by name; returns until when they wait, or the outcome of the step. */
async function waiting(step: object, people: Record<string, object>): Promise<Record<string, string>> {
  const id = await activate(api, { list, steps: [{ id: 'wait', type: 'wait', ...step }] });
  await subscribe(
    api,
    list,
    Object.entries(people).map(([name, more]) => ({ email: addressOf(name), ...more })),
  );
  const found: Record<string, string> = {};
  for (const name of Object.keys(people)) {
    const run = await readRun(api, await enter(api, id, name));
    found[name] = run.wait_until?.replace(/\.\d+Z$/, 'Z') ?? (pathOf(run)[0] as string);
  }
  return found;
}

const berlin = { timezone: 'Europe/Berlin' };
const york = { timezone: 'America/New_York' };

test('a run waits for a duration, to the second, and then continues at once', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await activate(api, { list, steps: [{ id: 'hour', type: 'wait', for: 'PT1H' }] });
  const run = await enter(api, id, 'ann');
  await at(api, '2026-06-15T08:59:00Z');
  expect(stateOf(await readRun(api, run))).toBe('at hour');
  await at(api, '2026-06-15T09:00:05Z');
  expect(stateOf(await readRun(api, run))).toBe('completed');
});

test('a run waits until a time of day, in the person’s zone or else the team’s', async () => {
  await api.rest('PATCH', '/team', { timezone: 'Asia/Tokyo' });
  await at(api, '2026-06-15T08:00:00Z');
  const found = await waiting({ until: { time: '09:30' } }, { ann: berlin, bob: york, cat: {} });
  expect(found).toEqual({ ann: '2026-06-16T07:30:00Z', bob: '2026-06-15T13:30:00Z', cat: '2026-06-16T00:30:00Z' });
});

test('a run waits until the next weekday, or today if the time is still to come', async () => {
  await at(api, '2026-06-15T06:00:00Z'); // a Monday
  const monday = { until: { time: '09:00', weekdays: ['monday'] } };
  expect(await waiting(monday, { ann: berlin })).toEqual({ ann: '2026-06-15T07:00:00Z' });
  await at(api, '2026-06-15T08:00:00Z');
  expect(await waiting(monday, { ann: berlin, bob: york })).toEqual({
    ...{ ann: '2026-06-22T07:00:00Z', bob: '2026-06-15T13:00:00Z' },
  });
});

test('over clock changes, a skipped time comes when the clocks have changed, and a repeated one at its first occurrence', async () => {
  await at(api, '2026-03-28T12:00:00Z');
  expect(await waiting({ until: { time: '02:30' } }, { ann: berlin })).toEqual({ ann: '2026-03-29T01:00:00Z' });
  expect(await waiting({ until: { time: '09:00' } }, { ann: berlin })).toEqual({ ann: '2026-03-29T07:00:00Z' });
  await at(api, '2026-10-24T12:00:00Z');
  expect(await waiting({ until: { time: '02:30' } }, { ann: berlin })).toEqual({ ann: '2026-10-25T00:30:00Z' });
  expect(await waiting({ until: { time: '09:00' } }, { ann: berlin })).toEqual({ ann: '2026-10-25T08:00:00Z' });
  await at(api, '2026-10-25T00:45:00Z'); // after the first 02:30 and before the second
  expect(await waiting({ until: { time: '02:30' } }, { bob: berlin })).toEqual({ bob: '2026-10-26T01:30:00Z' });
});

test('a run waits until a person’s date: at their midnight, at a time, before and after it', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const trip = { ...berlin, attributes: { trip: '2026-07-01' } };
  const wait = { until_attribute: 'trip' };
  expect(await waiting(wait, { ann: trip })).toEqual({ ann: '2026-06-30T22:00:00Z' });
  expect(await waiting({ ...wait, time: '10:00' }, { ann: trip })).toEqual({ ann: '2026-07-01T08:00:00Z' });
  expect(await waiting({ ...wait, time: '10:00', offset: '-P3D' }, { ann: trip })).toEqual({
    ann: '2026-06-28T08:00:00Z',
  });
  expect(await waiting({ ...wait, offset: 'P1D' }, { ann: trip })).toEqual({ ann: '2026-07-01T22:00:00Z' });
});

test('past dates need no wait, and a missing or invalid date skips the step', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const people = Object.fromEntries(
    [
      ['past', '2026-06-01'],
      ['soon', '2026-06-20'],
      ['words', 'soon'],
      ['never', '2026-02-30'],
      ['half', '2026-06'],
      ['more', '2026-06-20 or so'],
      ['far', '9999-12-31'],
      ['number', '20260620'],
    ].map(([name, due]) => [name, { attributes: { due } }]),
  );
  const found = await waiting({ until_attribute: 'due', offset: 'P1D', time: '00:00' }, { ...people, none: {} });
  const none = 'wait skipped no_date';
  expect(found).toEqual({
    ...{ past: 'wait', soon: '2026-06-20T15:00:00Z', words: none, never: none, half: none, more: none },
    ...{ far: none, number: none, none },
  });
});

test('a run waits until the time of a subscription', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  expect(await waiting({ until_attribute: 'subscribed_at', offset: 'P7D' }, { ann: {} })).toEqual({
    ann: expect.stringMatching(/^2026-06-22T08:00/),
  });
  const id = await activate(api, { list, steps: [{ id: 'wait', type: 'wait', until_attribute: 'subscribed_at' }] });
  expect(pathOf(await readRun(api, await enter(api, id, 'nobody')))).toEqual(['wait skipped not_subscribed']);
});
