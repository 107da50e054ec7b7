import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';
import { changeStatus, readAutomation } from '../../support/automations.ts';
import { runAutomations } from '../../support/run-automations.ts';
import {
  activate,
  addressOf,
  at,
  enter,
  HOUR,
  pathOf,
  readRun,
  record,
  runsOf,
  stateOf,
  tag,
  wrongFigures,
} from '../../support/running.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await at(api, '2026-06-15T08:00:00Z');
  list = await makeList(api);
});
afterAll(() => api.close());

test('a day of pause stops all runs and entries; due runs then continue, and missed triggers start nothing', async () => {
  const exits = [{ type: 'event', name: 'order', goal: true }];
  const id = await activate(api, {
    list,
    trigger: { type: 'event', name: 'cart' },
    exits,
    steps: [HOUR, tag('one'), { ...HOUR, id: 'more' }],
  });
  const names = ['ann', 'bob', 'cat'];
  await subscribe(
    api,
    list,
    names.map((name) => ({ email: addressOf(name) })),
  );
  await record(api, 'ann', 'cart');
  await record(api, 'bob', 'cart');
  await runAutomations(api);
  await changeStatus(api, id, 'pause');
  await record(api, 'cat', 'cart');
  await record(api, 'bob', 'order');
  await at(api, '2026-06-16T08:00:00Z');
  const states = async () => {
    const all: string[][] = [];
    for (const name of names) all.push((await runsOf(api, id, name)).map(stateOf));
    return all;
  };
  expect(await states()).toEqual([['at hour'], ['at hour'], []]);
  await changeStatus(api, id, 'activate');
  expect(await states()).toEqual([['at more'], ['exited goal'], []]);
  expect(await wrongFigures(api, id)).toEqual([]);
  await changeStatus(api, id, 'archive');
});

test('a wait that is unfinished at the resumption continues to its own end', async () => {
  const id = await activate(api, { list, steps: [{ ...HOUR, for: 'P3D' }] });
  const run = await enter(api, id, 'dan');
  await changeStatus(api, id, 'pause');
  await at(api, '2026-06-17T08:00:00Z');
  await changeStatus(api, id, 'activate');
  await at(api, '2026-06-18T08:00:00Z');
  expect(stateOf(await readRun(api, run))).toBe('at hour');
  await at(api, '2026-06-19T08:00:05Z');
  expect(stateOf(await readRun(api, run))).toBe('completed');
});

test('people among a thousand in progress stay on their version, or move if their step still exists', async () => {
  await at(api, '2026-06-20T08:00:00Z');
  const own = await makeList(api);
  const id = await activate(api, { list: own, trigger: { type: 'subscribed' }, steps: [HOUR, tag('one')] });
  await subscribeMany(api, own, rowsOf(1_000, 'v'));
  await runAutomations(api);
  const tagged = async (name: string) =>
    (await api.rest('GET', `/lists/${own}/subscribers?tag=${name}&per_page=1`)).body.meta.total;
  await api.rest('PUT', `/automations/${id}`, { steps: [HOUR, tag('two')] });
  await subscribeMany(api, own, rowsOf(10, 'w'));
  await runAutomations(api);
  await at(api, '2026-06-20T09:01:00Z');
  expect((await readAutomation(api, id)).counts).toMatchObject({ active: 0, completed: 1_010 });
  expect([await tagged('one'), await tagged('two')]).toEqual([1_000, 10]);
  await subscribeMany(api, own, rowsOf(100, 'x'));
  await runAutomations(api);
  await api.rest('PUT', `/automations/${id}`, { steps: [HOUR, tag('three')], move_runs: true });
  await at(api, '2026-06-20T10:10:00Z');
  expect(await tagged('three')).toBe(100);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('people moved to a version with reordered steps repeat no step', async () => {
  await at(api, '2026-06-21T08:00:00Z');
  const id = await activate(api, { list, steps: [{ ...HOUR, id: 'first' }, tag('one'), HOUR, tag('two')] });
  await subscribe(api, list, [{ email: addressOf('eve') }]);
  const run = await enter(api, id, 'eve');
  await at(api, '2026-06-21T09:01:00Z');
  expect(stateOf(await readRun(api, run))).toBe('at hour');
  const { status } = await api.rest('PUT', `/automations/${id}`, {
    ...{ steps: [HOUR, { ...HOUR, id: 'first' }, tag('two'), tag('one'), tag('three')], move_runs: true },
  });
  expect(status).toBe(200);
  await at(api, '2026-06-21T10:02:00Z');
  const ended = await readRun(api, run);
  expect([stateOf(ended), pathOf(ended).sort()]).toEqual(['completed', ['first', 'hour', 'one', 'three', 'two']]);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('events during a pause start nothing, even when they are still unprocessed at the activation', async () => {
  const id = await activate(api, { list, trigger: { type: 'event', name: 'seen' }, steps: [HOUR] });
  await subscribe(
    api,
    list,
    ['dora', 'eve'].map((name) => ({ email: addressOf(name) })),
  );
  await changeStatus(api, id, 'pause');
  await clockOf(api).set(new Date('2026-06-18T08:00:00Z'));
  await record(api, 'dora', 'seen');
  await clockOf(api).set(new Date('2026-06-18T08:01:00Z'));
  await changeStatus(api, id, 'activate');
  await record(api, 'eve', 'seen');
  await runAutomations(api);
  expect([await runsOf(api, id, 'dora'), (await runsOf(api, id, 'eve')).map(stateOf)]).toEqual([[], ['at hour']]);
});
