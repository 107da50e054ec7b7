import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';
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
import { declareFields } from '../../support/segments.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
});
afterAll(() => api.close());
beforeEach(async () => {
  await clockOf(api).set('2026-06-15T08:00:00Z');
  list = await makeList(api);
});

const there = (name: string) => readSubscriber(api, list, addressOf(name));
const subscribed = (...names: string[]) =>
  subscribe(
    api,
    list,
    names.map((name) => ({ email: addressOf(name) })),
  );

test('a condition can test the person, and the event that started the run', async () => {
  const rules = [
    { type: 'tags', operator: 'has_any', value: ['vip'] },
    { type: 'trigger_event', property: 'total', operator: 'gte', value: 50 },
  ];
  const judge = {
    id: 'judge',
    type: 'condition',
    if: { operator: 'and', rules },
    then: [tag('rich')],
    else: [tag('poor')],
  };
  const id = await activate(api, { list, trigger: { type: 'event', name: 'cart' }, steps: [judge, tag('all')] });
  await subscribe(api, list, [{ email: addressOf('ann'), tags: ['vip'] }, { email: addressOf('bob') }]);
  await record(api, 'ann', 'cart', { properties: { total: 50 } });
  await record(api, 'bob', 'cart', { properties: { total: 90 } });
  const [[ann], [bob]] = [await runsOf(api, id, 'ann'), await runsOf(api, id, 'bob')];
  expect([pathOf(ann!), pathOf(bob!)]).toEqual([
    ['judge then', 'rich', 'all'],
    ['judge else', 'poor', 'all'],
  ]);
  expect((await there('ann')).tags.sort()).toEqual(['all', 'rich', 'vip']);
});

test('a split divides many people by its shares, and the same person always the same way', async () => {
  const branches = [
    { name: 'a', percent: 20, steps: [] },
    { name: 'b', percent: 80, steps: [] },
  ];
  const split = { id: 'split', type: 'split', branches };
  const id = await activate(api, {
    ...{ list, trigger: { type: 'subscribed' }, entry: { again: 'always' }, steps: [split] },
  });
  await subscribeMany(api, list, rowsOf(400, 's'));
  await runAutomations(api);
  const chosen = async () =>
    api.db.automationRunStep.findMany({ where: { run: { automationId: id } }, include: { run: true } });
  const first = await chosen();
  const share = first.filter(({ branch }) => branch === 'a').length / first.length;
  expect([first.length, share > 0.1 && share < 0.3]).toEqual([400, true]);
  for (const name of ['s1', 's2', 's3']) await enter(api, id, name);
  const all = await chosen();
  const branchesOf = new Map<string, Set<string | null>>();
  for (const { branch, run } of all) {
    branchesOf.set(run.personKey, (branchesOf.get(run.personKey) ?? new Set()).add(branch));
  }
  expect([all.length, [...branchesOf.values()].filter(({ size }) => size !== 1)]).toEqual([403, []]);
});

test('steps add and remove tags, and skip people without a subscription', async () => {
  await subscribe(api, list, [{ email: addressOf('cat'), tags: ['old', 'kept'] }]);
  const id = await activate(api, { list, steps: [{ id: 'off', type: 'remove_tags', tags: ['old'] }, tag('new')] });
  await enter(api, id, 'cat');
  expect((await there('cat')).tags.sort()).toEqual(['kept', 'new']);
  const run = await readRun(api, await enter(api, id, 'nobody'));
  expect(pathOf(run)).toEqual(['off skipped not_subscribed', 'new skipped not_subscribed']);
  expect(stateOf(run)).toBe('completed');
});

test('adding several tags keeps a person’s existing ones, once each', async () => {
  const has = { eve: [], fay: ['red', 'blue'], gil: ['red', 'old'], hal: ['old'] };
  await subscribe(
    api,
    list,
    Object.entries(has).map(([name, tags]) => ({ email: addressOf(name), tags })),
  );
  const id = await activate(api, { list, steps: [{ id: 'both', type: 'add_tags', tags: ['red', 'blue'] }] });
  for (const name of Object.keys(has)) await enter(api, id, name);
  const tags = await Promise.all(Object.keys(has).map(async (name) => (await there(name)).tags.sort()));
  expect(tags).toEqual([
    ['blue', 'red'],
    ['blue', 'red'],
    ['blue', 'old', 'red'],
    ['blue', 'old', 'red'],
  ]);
});

test('an attribute is set and removed, and skipped when its field has changed its type', async () => {
  await declareFields(api, { visits: 'number' });
  await subscribe(api, list, [{ email: addressOf('dan'), attributes: { gone: 'x' } }]);
  const id = await activate(api, {
    list,
    steps: [
      { id: 'none', type: 'set_attribute', key: 'gone', value: null },
      HOUR,
      { id: 'three', type: 'set_attribute', key: 'visits', value: 3 },
    ],
  });
  const run = await enter(api, id, 'dan');
  expect((await there('dan')).attributes).toEqual({});
  await api.rest('DELETE', '/fields/visits');
  await declareFields(api, { visits: 'date' });
  await at(api, '2026-06-15T09:01:00Z');
  const ended = await readRun(api, run);
  expect([stateOf(ended), pathOf(ended)]).toEqual([
    'completed',
    ['none', 'hour', expect.stringMatching(/^three skipped visits /)],
  ]);
});

test('a list that asks for confirmation sends one, and a suppressed address does not join', async () => {
  const asking = await makeList(api, { requires_confirmation: true });
  const id = await activate(api, { list, steps: [{ id: 'join', type: 'subscribe', list: asking }] });
  await subscribed('eve', 'flo');
  expect(pathOf(await readRun(api, await enter(api, id, 'eve')))).toEqual(['join']);
  expect((await readSubscriber(api, asking, addressOf('eve'))).status).toBe('unconfirmed');
  const { body } = await api.rest('POST', `/automations/${id}/enter`, { email: addressOf('flo') });
  await api.rest('POST', '/suppressions', { email: addressOf('flo') });
  await runAutomations(api);
  expect(stateOf(await readRun(api, body.data.id))).toBe('exited suppressed');
});

test('a step that unsubscribes ends the run at its next look, after the steps that follow at once', async () => {
  await subscribed('gil');
  const id = await activate(api, { list, steps: [{ id: 'leave', type: 'unsubscribe', list }, tag('left'), HOUR] });
  const run = await readRun(api, await enter(api, id, 'gil'));
  expect([stateOf(run), pathOf(run)]).toEqual(['exited unsubscribed', ['leave', 'left']]);
  expect(await there('gil')).toMatchObject({ status: 'unsubscribed', tags: ['left'] });
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('a person added at a later step continues from there', async () => {
  await subscribed('hal');
  const id = await activate(api, { list, steps: [tag('one'), HOUR, tag('two')] });
  const run = await enter(api, id, 'hal', { at_step: 'two' });
  expect(pathOf(await readRun(api, run))).toEqual(['two']);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('a step needs as many statements for many people as for few', async () => {
  const steps = [tag('one'), { id: 'set', type: 'set_attribute', key: 'word', value: 'x' }];
  const judge = {
    id: 'judge',
    type: 'condition',
    if: { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'de' }] },
  };
  const program = { list, trigger: { type: 'subscribed' }, exits: [{ type: 'event', name: 'order' }] };
  const id = await activate(api, { ...program, steps: [...steps, { ...judge, then: [tag('de')] }, tag('all'), HOUR] });
  const costs = async (count: number, prefix: string) => {
    await subscribeMany(
      api,
      list,
      rowsOf(count, prefix).map((row, n) => ({ ...row, locale: n % 2 ? 'de' : 'en' })),
    );
    return (await api.statements(() => runAutomations(api))).length;
  };
  await costs(10, 'warm');
  const few = await costs(10, 'few');
  expect([
    await costs(500, 'many'),
    await api.db.automationRun.count({ where: { automationId: id, step: 'hour' } }),
  ]).toEqual([few, 520]);
});
