import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { activate, addressOf, at, HOUR, pathOf, record, runsOf, stateOf } from '../../support/running.ts';

// Conditions on the value, the currency and the items of orders, in every place where an automation tests an event.
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
});
afterAll(() => api.close());

const ORDER = {
  ...{ value: 20_000, currency: 'EUR' },
  properties: { items: ['boots', 'hat'], lines: [{ sku: 'A1' }], shipping: { country: 'DE' }, total: '200.00' },
};
const asks = (property: string, operator: string, value?: unknown) => ({
  property,
  operator,
  ...(value !== undefined && { value }),
});

const simulate = async (body: object) => (await api.rest('POST', '/automations/simulate', body)).body;

/** The branch that a simulated order takes at a condition. */
async function branchOf(question: object, event: object = ORDER): Promise<string> {
  const condition = { operator: 'and', rules: [{ type: 'trigger_event', ...question }] };
  const { data } = await simulate({
    trigger: { type: 'event', name: 'order' },
    steps: [{ id: 'asked', type: 'condition', if: condition }],
    event,
  });
  return data.steps[0].branch;
}

describe('a condition on the event that started the run', () => {
  test.each([
    [asks('value', 'gte', 10_000), 'then'],
    [asks('value', 'lt', 10_000), 'else'],
    [asks('currency', 'equals', 'eur'), 'then'],
    [asks('currency', 'not_in', ['EUR']), 'else'],
    [asks('properties.value', 'is_set'), 'else'],
    [asks('items', 'contains', 'Boots'), 'then'],
    [asks('items', 'not_contains', 'boots'), 'else'],
    [asks('items', 'contains_any', ['socks', 'hat']), 'then'],
    [asks('lines.sku', 'in', ['A1']), 'then'],
    [asks('lines.0.sku', 'not_equals', 'A1'), 'else'],
    [asks('shipping.country', 'equals', 'DE'), 'then'],
    [asks('total', 'gte', 100), 'then'],
    [asks('total', 'equals', 200), 'then'],
  ])('%j sends an order of 200 € to %s', async (question, branch) => {
    expect(await branchOf(question)).toBe(branch);
  });

  test('an event without a value has none', async () => {
    const event = { properties: { value: 20_000 } };
    expect(await branchOf(asks('value', 'gte', 10_000), event)).toBe('else');
    expect(await branchOf(asks('value', 'not_equals', 10_000), event)).toBe('then');
    expect(await branchOf(asks('properties.value', 'gte', 10_000), event)).toBe('then');
  });

  test('is refused with its path in places that do not allow it', async () => {
    const issues = async (rule: object) => {
      const steps = [{ type: 'condition', if: { operator: 'and', rules: [rule] } }];
      const { errors } = await simulate({ trigger: { type: 'event', name: 'order' }, steps });
      return Object.keys(errors);
    };
    const about = { type: 'trigger_event' };
    expect(await issues({ ...about, ...asks('value', 'contains', '1') })).toEqual(['steps.0.if.rules.0.operator']);
    expect(await issues({ ...about, ...asks('value', 'gte', '1') })).toEqual(['steps.0.if.rules.0.value']);
    expect(await issues({ ...about, ...asks('a..b', 'is_set') })).toEqual(['steps.0.if.rules.0.property']);
    expect(await issues({ ...about, ...asks('a', 'is_set'), not: true })).toEqual(['steps.0.if.rules.0.not']);
    expect(await issues({ type: 'tags', operator: 'has_any', value: ['a'], not: true })).toEqual([
      'steps.0.if.rules.0.not',
    ]);
  });
});

test('`where` of a trigger, of an exit and of a wait accepts the same conditions', async () => {
  await at(api, '2026-06-15T08:00:00Z');
  await subscribe(
    api,
    list,
    ['ann', 'bob', 'cy'].map((name) => ({ email: addressOf(name) })),
  );
  const large = [asks('value', 'gte', 10_000), asks('currency', 'equals', 'EUR')];
  const id = await activate(api, {
    list,
    trigger: { type: 'event', name: 'order', where: large },
    exits: [{ type: 'event', name: 'returned', where: [asks('lines.sku', 'equals', 'A1')] }],
    steps: [
      {
        ...{ id: 'more', type: 'wait_for', timeout: 'P1D' },
        event: { name: 'order', where: [asks('items', 'contains_any', ['hat'])] },
        then: [HOUR],
      },
    ],
  });
  await record(api, 'ann', 'order', ORDER);
  await record(api, 'bob', 'order', ORDER);
  await record(api, 'cy', 'order', { ...ORDER, value: 9_999 });
  await record(api, 'cy', 'order', { ...ORDER, currency: 'USD' });
  expect(await runsOf(api, id, 'cy')).toEqual([]);
  await record(api, 'bob', 'returned', { properties: { lines: [{ sku: 'B2' }, { sku: 'a1' }] } });
  await record(api, 'ann', 'returned', { properties: { lines: [{ sku: 'B2' }] } });
  await at(api, '2026-06-15T08:01:00Z');
  const [bob] = await runsOf(api, id, 'bob');
  expect(stateOf(bob!)).toContain('exit');
  await record(api, 'ann', 'order', { properties: { items: ['socks'] } });
  await record(api, 'ann', 'order', { properties: { items: ['Hat'] } });
  await at(api, '2026-06-15T08:02:00Z');
  const [ann] = await runsOf(api, id, 'ann');
  const shown = (await api.rest('GET', `/automation-runs/${ann!.id}`)).body.data;
  expect(pathOf(shown)[0]).toContain('more');
  expect(shown.steps[0].branch).toBe('then');
});

test('an assumed event of a simulation can have a value', async () => {
  const waiting = {
    trigger: { type: 'event', name: 'visit' },
    steps: [
      { id: 'w', type: 'wait_for', timeout: 'P1D', event: { name: 'order', where: [asks('value', 'gte', 10_000)] } },
    ],
  };
  const branch = async (order: object) => {
    const { data } = await simulate({ ...waiting, assume: { events: [{ name: 'order', after: 'PT1H', ...order }] } });
    return data.steps[0].branch;
  };
  expect(await branch({ value: 10_000, currency: 'EUR' })).toBe('then');
  expect(await branch({ value: 9_999, currency: 'EUR' })).toBe('else');
  expect(await branch({})).toBe('else');
  const { errors } = await simulate({ ...waiting, assume: { events: [{ name: 'order', after: 'PT1H', value: 1 }] } });
  expect(Object.keys(errors)).toEqual(['assume.events.0.currency']);
});
