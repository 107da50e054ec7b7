import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { activate, addressOf, at, enter, pathOf, readRun, readState, record, runsOf } from '../../support/running.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let automation: string;
const where = [{ property: 'total', operator: 'gte', value: 50 }];
const WAIT = {
  ...{ id: 'order', type: 'wait_for', event: { name: 'order', where }, timeout: 'PT2H' },
  then: [{ id: 'thanks', type: 'add_tags', tags: ['bought'] }],
  else: [{ id: 'again', type: 'add_tags', tags: ['lost'] }],
};
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  const list = await makeList(api);
  await subscribe(
    api,
    list,
    ['ann', 'bob', 'cat', 'dan', 'eve', 'flo', 'gil', 'hal'].map((name) => ({ email: addressOf(name) })),
  );
  automation = await activate(api, { list, entry: { again: 'always' }, steps: [WAIT] });
});
afterAll(() => api.close());

const order = (name: string, total: number, more: object = {}) =>
  record(api, name, 'order', { properties: { total }, ...more });

test('a matching event takes the "then" branch as soon as it is recorded, another event does not', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const run = await enter(api, automation, 'ann');
  await order('ann', 20);
  await record(api, 'ann', 'visit', { properties: { total: 80 } });
  await order('bob', 80);
  expect(await readState(api, run)).toBe('at order');
  await order('ann', 80);
  expect(await readState(api, run)).toBe('completed');
  expect(pathOf(await readRun(api, run))).toEqual(['order then', 'thanks']);
});

test('after the timeout the run goes to else, and a later event has no effect', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const run = await enter(api, automation, 'cat');
  await clockOf(api).set('2026-06-15T10:01:00Z');
  await order('cat', 80);
  expect(await readState(api, run)).toBe('completed');
  expect(pathOf(await readRun(api, run))).toEqual(['order else', 'again']);
});

test('an event before the person reached the step does not count', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  await order('dan', 80);
  await clockOf(api).set('2026-06-15T08:01:00Z');
  const run = await enter(api, automation, 'dan');
  expect(await readState(api, run)).toBe('at order');
});

test('an earlier event that is recorded later does not count either', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const run = await enter(api, automation, 'hal');
  await order('hal', 80, { occurred_at: '2026-06-15T07:00:00Z' });
  expect(await readState(api, run)).toBe('at order');
});

test('an event in time counts, though workers see it after the timeout', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const run = await enter(api, automation, 'eve');
  await clockOf(api).set('2026-06-15T09:59:50Z');
  await order('eve', 80);
  await clockOf(api).set('2026-06-15T12:00:00Z');
  expect(await readState(api, run)).toBe('completed');
  expect(pathOf(await readRun(api, run))).toEqual(['order then', 'thanks']);
});

test('the event that started a run does not end its wait', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const own = await activate(api, {
    trigger: { type: 'event', name: 'order' },
    steps: [{ ...WAIT, then: [], else: [] }],
  });
  await order('flo', 80);
  const [run] = await runsOf(api, own, 'flo');
  expect(await readState(api, run!.id)).toBe('at order');
  await order('flo', 90);
  expect(pathOf((await runsOf(api, own, 'flo'))[0]!)).toEqual(['order then']);
});

test('one event advances all waiting runs of a person', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const runs = [await enter(api, automation, 'gil'), await enter(api, automation, 'gil')];
  await order('gil', 50);
  for (const run of runs) expect(await readState(api, run)).toBe('completed');
});
