import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changeStatus } from '../../support/automations.ts';
import { ask } from '../../support/graphql.ts';
import {
  activate,
  addressOf,
  at,
  HOUR,
  pathOf,
  record,
  runsOf,
  stateOf,
  tag,
  wrongFigures,
} from '../../support/running.ts';

// With `again: "restart"` a person's newest event counts.
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test' });
  await api.rest('POST', '/templates', {
    ...{ name: 'Cart', editor: 'html', subject: 'Still yours: {{ event.items | join: ", " }}', content: '<p>Cart</p>' },
  });
});
afterAll(() => api.close());
// A failed test leaves no data for the next.
afterEach(async () => {
  const active = await api.db.automation.findMany({
    where: { teamId: api.teamId, status: { in: ['active', 'paused'] } },
  });
  for (const { id } of active) await changeStatus(api, id, 'archive');
});

const MAIL = { id: 'mail', type: 'send', template: 'Cart', transactional: true };
const DAY = { id: 'day', type: 'wait', for: 'P1D' };
const byCart = (entry: object = {}, more: object = {}) =>
  activate(api, {
    ...{ trigger: { type: 'event', name: 'cart' }, entry: { again: 'restart', ...entry }, steps: [HOUR, MAIL, DAY] },
    ...more,
  });
const cart = (name: string, item: string, more: object = {}) =>
  record(api, name, 'cart', { properties: { items: [item] }, ...more });
const states = async (id: string, name: string) => (await runsOf(api, id, name)).map(stateOf);
const subjects = async (name: string): Promise<string[]> => {
  const where = { teamId: api.teamId, to: { has: addressOf(name) } };
  const mails = await api.db.transactionalMail.findMany({ where, orderBy: { createdAt: 'asc' } });
  return mails.map(({ subject }) => subject);
};

test('a newer cart restarts the run: one e-mail, an hour after it, with its items', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byCart();
  await cart('ann', 'hat');
  await at(api, '2026-06-15T08:40:00Z');
  await cart('ann', 'boots');
  expect(await states(id, 'ann')).toEqual(['exited restarted', 'at hour']);
  await at(api, '2026-06-15T09:10:00Z');
  expect(await subjects('ann')).toEqual([]);
  await at(api, '2026-06-15T09:41:00Z');
  expect(await subjects('ann')).toEqual(['Still yours: boots']);
  const [first, second] = await runsOf(api, id, 'ann');
  expect([pathOf(first!), pathOf(second!)]).toEqual([[], ['hour', 'mail']]);
  // Also after its e-mail: a person may fill another cart before the second reminder.
  await cart('ann', 'coat');
  expect(await states(id, 'ann')).toEqual(['exited restarted', 'exited restarted', 'at hour']);
  await at(api, '2026-06-15T10:43:00Z');
  await at(api, '2026-06-16T10:45:00Z');
  expect(await subjects('ann')).toEqual(['Still yours: boots', 'Still yours: coat']);
  expect(await states(id, 'ann')).toEqual(['exited restarted', 'exited restarted', 'completed']);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('the report and the run show the restart, in REST and GraphQL, and the goal rate excludes restarted runs', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byCart({}, { exits: [{ type: 'event', name: 'order', goal: true }] });
  for (const item of ['hat', 'boots', 'coat']) await cart('bea', item);
  await runsOf(api, id, 'bea');
  await cart('bea', 'scarf');
  await runsOf(api, id, 'bea');
  await record(api, 'bea', 'order');
  await runsOf(api, id, 'bea');
  const { data } = (await api.rest('GET', `/automations/${id}/report`)).body;
  expect(data).toMatchObject({ entered: 2, active: 0, exited: { goal: 1, restarted: 1 }, goals: 1, goal_rate: 1 });
  const report = await ask(api, `query ($id: ID!) { automationReport(id: $id) { exited { reason count } goalRate } }`, {
    id,
  });
  expect(report.automationReport).toEqual({
    exited: [
      { reason: 'GOAL', count: 1 },
      { reason: 'RESTARTED', count: 1 },
    ],
    goalRate: 1,
  });
  const { body } = await api.rest('GET', `/automations/${id}`);
  expect(body.data).toMatchObject({ entry: { again: 'restart' }, counts: { active: 0, exited: 2 } });
});

test('a repeated event, an older one, and one that does not match leave the newer cart alone', async () => {
  await at(api, '2026-06-15T12:00:00Z');
  const fits = [{ property: 'items', operator: 'not_contains', value: 'gift card' }];
  const id = await byCart({}, { trigger: { type: 'event', name: 'cart', where: fits } });
  await cart('cleo', 'hat', { occurred_at: '2026-06-15T11:00:00Z', reference: 'c-1' });
  const before = await runsOf(api, id, 'cleo');
  await at(api, '2026-06-15T12:10:00Z');
  // The same reference counts once, in a single call and in a batch.
  const { status } = await api.rest('POST', '/events', {
    ...{ email: addressOf('cleo'), name: 'cart', reference: 'c-1', properties: { items: ['hat'] } },
  });
  expect(status).toBeLessThan(300);
  await api.rest('POST', '/events', { events: [{ email: addressOf('cleo'), name: 'cart', reference: 'c-1' }] });
  await cart('cleo', 'old', { occurred_at: '2026-06-15T10:59:59Z' });
  await cart('cleo', 'gift card');
  expect(await runsOf(api, id, 'cleo')).toEqual(before);
  // Of one second, as shops write it, the one that is recorded later.
  await cart('cleo', 'boots', { occurred_at: '2026-06-15T11:00:00Z' });
  expect(await states(id, 'cleo')).toEqual(['exited restarted', 'at hour']);
});

test('an event from a clock that is ahead does not block later ones', async () => {
  await at(api, '2026-06-15T12:00:00Z');
  const id = await byCart();
  await cart('cora', 'hat', { occurred_at: '2026-06-15T23:00:00Z' });
  expect(await states(id, 'cora')).toEqual(['at hour']);
  await at(api, '2026-06-15T12:10:00Z');
  await cart('cora', 'boots');
  expect(await states(id, 'cora')).toEqual(['exited restarted', 'at hour']);
});

test('the newest event of a batch counts, in any order', async () => {
  await at(api, '2026-06-15T12:00:00Z');
  const id = await byCart();
  const events = ['11:30', '11:50', '11:40'].map((time) => ({
    ...{ email: addressOf('dora'), name: 'cart', properties: { items: [time] }, occurred_at: `2026-06-15T${time}:00Z` },
  }));
  await api.rest('POST', '/events', { events });
  expect(await states(id, 'dora')).toEqual(['at hour']);
  await at(api, '2026-06-15T13:01:00Z');
  expect(await subjects('dora')).toEqual(['Still yours: 11:50']);
});

test('other entry rules apply to the newer event as well', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const rules = [{ type: 'trigger_event', property: 'total', operator: 'gt', value: 10 }];
  const id = await byCart({ if: { operator: 'and', rules }, not_within: 'P7D' });
  const of = (total: number) => record(api, 'eva', 'cart', { properties: { total, items: [total] } });
  await of(20);
  await of(5);
  expect(await states(id, 'eva')).toEqual(['at hour']);
  await at(api, '2026-06-15T08:30:00Z');
  await of(30);
  expect(await states(id, 'eva')).toEqual(['exited restarted', 'at hour']);
  await at(api, '2026-06-15T09:31:00Z');
  expect(await subjects('eva')).toEqual(['Still yours: 30']);
  // Now an e-mail has gone out, and for a week there is no other.
  await of(40);
  expect(await states(id, 'eva')).toEqual(['exited restarted', 'at day']);
  await at(api, '2026-06-22T08:31:00Z');
  await of(50);
  expect(await states(id, 'eva')).toEqual(['exited restarted', 'completed', 'at hour']);
});

test('thirty carts in an afternoon are allowed, but an automation that restarts itself ends after twenty', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byCart();
  for (let n = 1; n <= 30; n++) {
    await cart('fay', `cart ${n}`);
    await runsOf(api, id, 'fay');
  }
  await at(api, '2026-06-15T09:02:00Z');
  expect(await subjects('fay')).toEqual(['Still yours: cart 30']);
  await changeStatus(api, id, 'archive');
  const loop = await activate(api, {
    ...{ list, trigger: { type: 'tag_added', tag: 'loop' }, entry: { again: 'restart' } },
    steps: [{ id: 'off', type: 'remove_tags', tags: ['loop'] }, tag('loop'), HOUR],
  });
  await subscribe(api, list, [{ email: addressOf('gil'), tags: ['loop'] }]);
  expect(await states(loop, 'gil')).toEqual([...Array(19).fill('exited restarted'), 'at hour']);
  expect(await wrongFigures(api, loop)).toEqual([]);
});

test('entering manually also restarts a run, and a paused automation keeps its current run', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byCart({}, { trigger: { type: 'api' } });
  const enter = (item: string) =>
    api.rest('POST', `/automations/${id}/enter`, { email: addressOf('hana'), properties: { items: [item] } });
  expect((await enter('hat')).status).toBe(201);
  expect((await enter('boots')).status).toBe(201);
  expect(await states(id, 'hana')).toEqual(['exited restarted', 'at hour']);
  await at(api, '2026-06-15T09:02:00Z');
  expect(await subjects('hana')).toEqual(['Still yours: boots']);
  await changeStatus(api, id, 'archive');
  await at(api, '2026-06-15T08:00:00Z');
  const paused = await byCart();
  await cart('ida', 'hat');
  await runsOf(api, paused, 'ida');
  await changeStatus(api, paused, 'pause');
  await cart('ida', 'boots');
  expect(await states(paused, 'ida')).toEqual(['at hour']);
});

test('runs from a time that allowed several all end for a newer event', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  const id = await byCart({ again: 'always' });
  await cart('jo', 'hat');
  await cart('jo', 'boots');
  await runsOf(api, id, 'jo');
  const { status } = await api.rest('PUT', `/automations/${id}`, { entry: { again: 'restart' } });
  expect(status).toBe(200);
  await at(api, '2026-06-15T08:30:00Z');
  await cart('jo', 'coat');
  expect(await states(id, 'jo')).toEqual(['exited restarted', 'exited restarted', 'at hour']);
  await at(api, '2026-06-15T10:00:00Z');
  expect(await subjects('jo')).toEqual(['Still yours: coat']);
  expect(await wrongFigures(api, id)).toEqual([]);
});

test('a simulation shows the restart and continues with the newer event', async () => {
  const definition = {
    ...{ trigger: { type: 'event', name: 'cart' }, entry: { again: 'restart' }, steps: [HOUR, MAIL, DAY] },
    exits: [{ type: 'event', name: 'order', goal: true }],
  };
  const events = [
    { name: 'cart', after: 'PT40M', properties: { items: ['boots'] } },
    { name: 'order', after: 'PT3H' },
  ];
  const { body } = await api.rest('POST', '/automations/simulate', {
    ...definition,
    ...{
      start_at: '2026-06-15T08:00:00Z',
      event: { name: 'cart', properties: { items: ['hat'] } },
      assume: { events },
    },
  });
  expect(body.data).toMatchObject({ ended_as: 'goal', ended_at: '2026-06-15T11:00:00.000Z' });
  expect(body.data.steps).toMatchObject([
    { step: 'hour', outcome: 'restarted', at: '2026-06-15T08:40:00.000Z' },
    { step: 'hour', outcome: 'done', at: '2026-06-15T09:40:00.000Z' },
    { step: 'mail', outcome: 'done', subject: 'Still yours: boots' },
  ]);
});

test('the ready-made carts restart', async () => {
  const { data } = (await api.rest('GET', '/ready-made-automations')).body;
  const again = Object.fromEntries(
    data.map(({ key, entry }: { key: string; entry: { again: string } }) => [key, entry.again]),
  );
  expect(again).toMatchObject({ 'abandoned-cart': 'restart', 'browse-abandonment': 'restart', welcome: 'never' });
});
