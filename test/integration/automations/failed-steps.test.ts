import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
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

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await at(api, '2026-06-15T08:00:00Z');
  list = await makeList(api);
});
afterAll(() => api.close());

const template = async (name: string) =>
  (await api.rest('POST', '/templates', { name, editor: 'html', subject: 'Hi', content: '<p>Hi</p>' })).body.data.id;

test('a failing step is retried for an hour; then the run fails with the reason, while other runs advance', async () => {
  const mail = await template('Gone');
  const judge = {
    id: 'judge',
    type: 'condition',
    if: { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'de' }] },
  };
  const id = await activate(api, {
    ...{
      list,
      steps: [
        HOUR,
        { ...judge, then: [{ id: 'mail', type: 'send', template: 'Gone' }], else: [tag('other')] },
        tag('all'),
      ],
    },
  });
  await subscribe(api, list, [
    { email: addressOf('ann'), locale: 'de' },
    { email: addressOf('bob'), locale: 'en' },
  ]);
  const [ann, bob] = [await enter(api, id, 'ann'), await enter(api, id, 'bob')];
  await api.rest('DELETE', `/templates/${mail}`);
  await at(api, '2026-06-15T09:01:00Z');
  expect(await readRun(api, ann)).toMatchObject({
    state: 'active',
    step: 'mail',
    last_error: 'The template "Gone" does not exist.',
  });
  expect(pathOf(await readRun(api, bob))).toEqual(['hour', 'judge else', 'other', 'all']);
  await at(api, '2026-06-15T10:00:00Z');
  expect(stateOf(await readRun(api, ann))).toBe('at mail');
  await at(api, '2026-06-15T10:02:30Z');
  const failed = await readRun(api, ann);
  expect(failed).toMatchObject({ state: 'failed', step: 'mail', last_error: 'The template "Gone" does not exist.' });
  expect(pathOf(failed)).toEqual(['hour', 'judge then', 'mail failed The template "Gone" does not exist.']);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('a step repaired within the hour continues', async () => {
  const mail = await template('Back');
  const id = await activate(api, { list, steps: [HOUR, { id: 'mail', type: 'send', template: 'Back' }] });
  await subscribe(api, list, [{ email: addressOf('cat') }]);
  const run = await enter(api, id, 'cat');
  await api.rest('DELETE', `/templates/${mail}`);
  await at(api, '2026-06-15T11:05:00Z');
  expect(stateOf(await readRun(api, run))).toBe('at mail');
  await template('Back');
  await at(api, '2026-06-15T11:40:00Z');
  expect(await readRun(api, run)).toMatchObject({ state: 'completed', last_error: null });
});

test('Liquid that fails for one person of a set does not delay the others', async () => {
  await at(api, '2026-06-16T08:00:00Z');
  const body = { n: '{% for i in (1..event.parts) %}{{ i }}{% endfor %}' };
  const hook = { id: 'hook', type: 'webhook', url: 'https://shop.test/hook', body };
  const id = await activate(api, { trigger: { type: 'event', name: 'cart' }, steps: [hook] });
  for (const [name, parts] of Object.entries({ one: 2, two: 100_000_000, three: 5 })) {
    await record(api, name, 'cart', { properties: { parts } });
  }
  const people: string[] = [];
  for (const name of ['one', 'two', 'three']) people.push(...(await runsOf(api, id, name)).map(stateOf));
  expect(people).toEqual(['completed', 'at hook', 'completed']);
});

test('a deleted list fails the runs that would join it, and leaves no run half done', async () => {
  await at(api, '2026-06-17T08:00:00Z');
  const other = await makeList(api);
  const id = await activate(api, {
    list,
    steps: [HOUR, tag('before'), { id: 'join', type: 'subscribe', list: other }, tag('after')],
  });
  await subscribe(api, list, [{ email: addressOf('dan') }]);
  const run = await enter(api, id, 'dan');
  await api.rest('DELETE', `/lists/${other}`);
  await at(api, '2026-06-17T09:01:00Z');
  const failing = await readRun(api, run);
  expect([stateOf(failing), pathOf(failing)]).toEqual(['at join', ['hour', 'before']]);
  const reason = 'The list of this step was deleted.';
  expect(failing.last_error).toBe(reason);
  await at(api, '2026-06-17T10:10:00Z');
  const failed = await readRun(api, run);
  expect([stateOf(failed), failed.steps.at(-1)]).toMatchObject(['failed', { step: 'join', outcome: 'failed', reason }]);
});
