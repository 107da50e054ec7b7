import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { changeStatus } from '../../support/automations.ts';
import { activate, addressOf, at, HOUR, record, runsOf, stateOf, wrongFigures } from '../../support/running.ts';
import { clockOf } from '../../support/simulated-clock.ts';

// Which people the entry rules admit, by events.
let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
});
afterAll(() => api.close());

const byEvent = (entry: object, more: object = {}) =>
  activate(api, { trigger: { type: 'event', name: 'cart' }, entry, steps: [HOUR], ...more });
const count = async (id: string, name: string) => (await runsOf(api, id, name)).length;

test('never again, again after the end, and always', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const [never, after, always] = [
    ...[await byEvent({ again: 'never' }), await byEvent({ again: 'after_end' }), await byEvent({ again: 'always' })],
  ] as [string, string, string];
  const counts = async () => [await count(never, 'ann'), await count(after, 'ann'), await count(always, 'ann')];
  await record(api, 'ann', 'cart');
  await record(api, 'ann', 'cart');
  expect(await counts()).toEqual([1, 1, 2]);
  await at(api, '2026-06-15T09:01:00Z');
  await record(api, 'ann', 'cart');
  expect(await counts()).toEqual([1, 2, 3]);
  for (const id of [never, after, always]) await changeStatus(api, id, 'archive');
});

test('not within a week of the last time, regardless of its outcome', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byEvent({ again: 'always', not_within: 'P7D' });
  await record(api, 'bob', 'cart');
  await record(api, 'bob', 'cart');
  expect(await count(id, 'bob')).toBe(1);
  await at(api, '2026-06-22T07:59:00Z');
  await record(api, 'bob', 'cart');
  expect(await count(id, 'bob')).toBe(1);
  await at(api, '2026-06-22T08:00:10Z');
  await record(api, 'bob', 'cart');
  expect(await count(id, 'bob')).toBe(2);
  await changeStatus(api, id, 'archive');
});

test('where conditions on the person and on the event match', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const list = await makeList(api);
  await subscribe(api, list, [{ email: addressOf('cat'), tags: ['vip'] }, { email: addressOf('dan') }]);
  const rules = [
    { type: 'tags', operator: 'has_any', value: ['vip'] },
    { type: 'trigger_event', property: 'total', operator: 'gt', value: 10 },
  ];
  const id = await byEvent({ if: { operator: 'and', rules } }, { list });
  for (const name of ['cat', 'dan', 'nobody']) await record(api, name, 'cart', { properties: { total: 11 } });
  expect([await count(id, 'cat'), await count(id, 'dan'), await count(id, 'nobody')]).toEqual([1, 0, 0]);
  await at(api, '2026-06-15T09:01:00Z');
  await record(api, 'cat', 'cart', { properties: { total: 10 } });
  expect(await count(id, 'cat')).toBe(1);
  await changeStatus(api, id, 'archive');
});

test('events older than max_age start nothing, nor does a duplicate', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const usual = await byEvent({ again: 'always' });
  const hour = await byEvent({ again: 'always' }, { trigger: { type: 'event', name: 'cart', max_age: 'PT1H' } });
  const counts = async () => [await count(usual, 'eve'), await count(hour, 'eve')];
  await record(api, 'eve', 'cart', { occurred_at: '2026-06-14T07:59:00Z' });
  expect(await counts()).toEqual([0, 0]);
  await record(api, 'eve', 'cart', { occurred_at: '2026-06-14T09:00:00Z', reference: 'c1' });
  expect(await counts()).toEqual([1, 0]);
  await api.rest('POST', '/events', { email: addressOf('eve'), name: 'cart', reference: 'c1' });
  const batch = [{ email: addressOf('eve'), name: 'cart', reference: 'c1' }];
  await api.rest('POST', '/events', { events: batch });
  expect(await counts()).toEqual([1, 0]);
  await record(api, 'eve', 'cart', { occurred_at: '2026-06-15T07:30:00Z' });
  expect(await counts()).toEqual([2, 1]);
  for (const id of [usual, hour]) await changeStatus(api, id, 'archive');
});

test('an automation that starts itself stops after twenty times a day, and reports it', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const list = await makeList(api);
  const tags = (type: string) => ({ id: type, type, tags: ['loop'] });
  const id = await activate(api, {
    ...{ list, trigger: { type: 'tag_added', tag: 'loop' }, entry: { again: 'always' } },
    steps: [tags('remove_tags'), tags('add_tags')],
  });
  await subscribe(api, list, [{ email: addressOf('flo'), tags: ['loop'] }]);
  const runs = await runsOf(api, id, 'flo');
  expect(runs.map(stateOf)).toEqual([...Array(20).fill('completed'), 'failed']);
  expect(runs.at(-1)!.last_error).toContain('20 times within a day');
  expect(await wrongFigures(api, id)).toEqual([]);
  await clockOf(api).set('2026-06-16T09:00:00Z');
  const { id: subscriber } = await readSubscriber(api, list, addressOf('flo'));
  await api.rest('DELETE', `/subscribers/${subscriber}/tags`, { tags: ['loop'] });
  await api.rest('POST', `/subscribers/${subscriber}/tags`, { tags: ['loop'] });
  expect(await runsOf(api, id, 'flo')).toHaveLength(42);
});

test('two that start each other stop as well', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const list = await makeList(api);
  const chain = (from: string, to: string) =>
    activate(api, {
      ...{ list, trigger: { type: 'tag_added', tag: from }, entry: { again: 'always' } },
      steps: [
        { id: 'off', type: 'remove_tags', tags: [from] },
        { id: 'on', type: 'add_tags', tags: [to] },
      ],
    });
  const [ping, pong] = [await chain('ping', 'pong'), await chain('pong', 'ping')];
  await subscribe(api, list, [{ email: addressOf('gil'), tags: ['ping'] }]);
  const [first, second] = [await runsOf(api, ping, 'gil'), await runsOf(api, pong, 'gil')];
  expect([first.length, second.length]).toEqual([21, 20]);
  expect([first.at(-1)!.state, second.at(-1)!.state]).toEqual(['failed', 'completed']);
});
