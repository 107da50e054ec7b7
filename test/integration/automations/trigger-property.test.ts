import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { CART, changeStatus, makeAutomation } from '../../support/automations.ts';
import { ask, fail } from '../../support/graphql.ts';
import { activate, addressOf, at, HOUR, pathOf, record, runsOf, stateOf } from '../../support/running.ts';

// Values from the event that started the run.
let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  list = await makeList(api);
  await at(api, '2026-06-15T08:00:00Z');
});
afterAll(() => api.close());
afterEach(async () => {
  const active = await api.db.automation.findMany({ where: { teamId: api.teamId, status: 'active' } });
  for (const { id } of active) await changeStatus(api, id, 'archive');
});

const of = (property: string) => ({ trigger_property: property });
const where = (property: string, operator: string, value: unknown) => [{ property, operator, value }];
const trigger = { type: 'event', name: 'cart' };
const order = (conditions: object[]) => ({ type: 'event', name: 'order', where: conditions, goal: true });
const always = { again: 'always' };
const states = async (id: string, name: string) => (await runsOf(api, id, name)).map(stateOf);

test('the order of a cart ends the run of that cart, and no other', async () => {
  const id = await activate(api, {
    trigger,
    entry: always,
    exits: [order(where('cart', 'equals', of('cart')))],
    steps: [HOUR],
  });
  for (const cart of ['A-1', 'B-2']) await record(api, 'ann', 'cart', { properties: { cart } });
  await record(api, 'ben', 'cart', { properties: { cart: 'A-1' } });
  await runsOf(api, id, 'ann');
  await record(api, 'ann', 'order', { properties: { cart: 'C-3' } });
  await record(api, 'ann', 'order', { properties: {} });
  expect(await states(id, 'ann')).toEqual(['at hour', 'at hour']);
  await record(api, 'ann', 'order', { properties: { cart: 'B-2' } });
  expect(await states(id, 'ann')).toEqual(['at hour', 'exited goal']);
  await record(api, 'ann', 'order', { properties: { cart: 'a-1' } });
  expect(await states(id, 'ann')).toEqual(['exited goal', 'exited goal']);
  expect(await states(id, 'ben')).toEqual(['at hour']);
});

/** The trigger's properties, a condition on the order, the order's properties, and whether they match. */
const PAIRS: [string, object, object[], object, boolean][] = [
  ['a dotted path', { cart: { id: 7 } }, where('cart.id', 'equals', of('cart.id')), { cart: { id: 7 } }, true],
  ['other places', { cart: { id: 7 } }, where('source', 'equals', of('cart.id')), { source: '7' }, true],
  ['a text of digits and a number', { id: '120.00' }, where('id', 'equals', of('id')), { id: 120 }, true],
  [
    'a property with a dot in its name',
    { 'cart.id': 1, cart: { id: 2 } },
    where('n', 'equals', of('cart.id')),
    { n: 2 },
    false,
  ],
  [
    'one of several',
    { lines: [{ sku: 'A' }, { sku: 'B' }] },
    where('sku', 'equals', of('lines.sku')),
    { sku: 'b' },
    true,
  ],
  [
    'one of a list in one of a list',
    { skus: ['A', 'B'] },
    where('skus', 'contains', of('skus')),
    { skus: ['C', 'B'] },
    true,
  ],
  ['a part of a text', { name: 'boots' }, where('text', 'contains', of('name')), { text: 'Red Boots' }, true],
  ['a part of a member', { name: 'boot' }, where('text', 'contains', of('name')), { text: ['boots'] }, false],
  ['a place in a list', { ids: [4, 5] }, where('id', 'in', of('ids.1')), { id: 5 }, true],
  ['truth', { gift: true }, where('gift', 'equals', of('gift')), { gift: true }, true],
  ['truth and untruth', { gift: true }, where('gift', 'equals', of('gift')), { gift: false }, false],
  ['more', { total: 10 }, where('total', 'gt', of('total')), { total: '10.50' }, true],
  ['not more', { total: 10 }, where('total', 'gt', of('total')), { total: 10 }, false],
  ['another one', { cart: 'A' }, where('cart', 'not_equals', of('cart')), { cart: 'B' }, true],
  ['none, which is another one', { cart: 'A' }, where('cart', 'not_equals', of('cart')), {}, true],
  ['the same, negated', { cart: 'A' }, where('cart', 'not_in', of('cart')), { cart: 'A' }, false],
  ['a beginning', { shop: 'de' }, where('id', 'starts_with', of('shop')), { id: 'DE-100' }, true],
  ['an end', { shop: 'de' }, where('id', 'ends_with', of('shop')), { id: '100-fr' }, false],
  ['a name with signs', { "it's": '%_\\' }, where('x', 'equals', of("it's")), { x: '%_\\' }, true],
  ['a pattern, which is none', { x: '%' }, where('x', 'contains', of('x')), { x: 'abc' }, false],
  ['nothing and nothing', {}, where('cart', 'equals', of('cart')), {}, false],
  ['nothing, negated', {}, where('cart', 'not_equals', of('cart')), { cart: 'A' }, false],
  ['null', { cart: null }, where('cart', 'not_equals', of('cart')), { cart: 'A' }, false],
  ['blank texts', { cart: ' ' }, where('cart', 'equals', of('cart')), { cart: ' ' }, false],
  ['objects', { cart: { id: 1 } }, where('cart', 'equals', of('cart')), { cart: { id: 1 } }, false],
  ['empty lists', { cart: [] }, where('cart', 'not_equals', of('cart')), { cart: 'A' }, false],
  [
    'both of two conditions',
    { a: 1, b: 2 },
    [...where('a', 'equals', of('a')), ...where('b', 'equals', 2)],
    { a: 1, b: 2 },
    true,
  ],
  [
    'one of two conditions',
    { a: 1, b: 2 },
    [...where('a', 'equals', of('a')), ...where('b', 'equals', of('b'))],
    { a: 1 },
    false,
  ],
];

test.each(PAIRS)('%s', async (_, cart, conditions, bought, holds) => {
  const { body } = await api.rest('POST', '/automations/simulate', {
    ...{ trigger, exits: [order(conditions)], steps: [HOUR], event: { name: 'cart', properties: cart } },
    assume: { events: [{ name: 'order', after: 'PT30M', properties: bought }] },
  });
  expect(body.data.ended_as, JSON.stringify(body)).toBe(holds ? 'goal' : 'completed');
});

test("the event's own value and currency are compared as well", async () => {
  const endsBy = async (conditions: object[], value: number, currency = 'EUR') => {
    const { body } = await api.rest('POST', '/automations/simulate', {
      ...{ trigger, exits: [order(conditions)], steps: [HOUR] },
      event: { name: 'cart', value: 4_000, currency: 'EUR', properties: { paid: 50 } },
      assume: { events: [{ name: 'order', after: 'PT30M', value, currency }] },
    });
    return body.data.ended_as;
  };
  const both = [...where('value', 'gte', of('value')), ...where('currency', 'equals', of('currency'))];
  expect(await endsBy(both, 4_000)).toBe('goal');
  expect(await endsBy(both, 3_999)).toBe('completed');
  expect(await endsBy(both, 5_000, 'USD')).toBe('completed');
  expect(await endsBy(where('value', 'gt', of('paid')), 60)).toBe('goal');
});

test('wait_for, conditions, exits by conditions and the entry accept it', async () => {
  await subscribe(api, list, [{ email: addressOf('cleo') }, { email: addressOf('dora') }]);
  const viewed = (value: object, at_least = 1) => ({
    type: 'event',
    ...{ operator: 'performed', value: { name: 'viewed', at_least, where: where('sku', 'equals', value) } },
  });
  const all = (...rules: object[]) => ({ operator: 'and', rules });
  const id = await activate(api, {
    ...{ list, trigger, entry: { again: 'always', if: all(viewed(of('sku'))) } },
    exits: [
      {
        type: 'segment',
        if: all({
          ...viewed(of('sku')),
          operator: 'performed',
          value: { name: 'gone', where: where('sku', 'in', of('sku')) },
        }),
      },
    ],
    steps: [
      { id: 'again', type: 'condition', if: all(viewed(of('sku'), 2)) },
      {
        ...{ id: 'home', type: 'condition' },
        if: all({ type: 'trigger_event', property: 'ships', operator: 'equals', value: of('lives') }),
      },
      {
        id: 'paid',
        type: 'wait_for',
        event: { name: 'paid', where: where('cart', 'equals', of('id')) },
        timeout: 'PT1H',
      },
      HOUR,
    ],
  });
  await record(api, 'cleo', 'viewed', { properties: { sku: 'A' } });
  await record(api, 'cleo', 'viewed', { properties: { sku: 'B' } });
  await record(api, 'cleo', 'viewed', { properties: { sku: 'B' } });
  await record(api, 'cleo', 'cart', { properties: { id: 1, sku: 'A', ships: 'DE', lives: 'DE' } });
  await record(api, 'cleo', 'cart', { properties: { id: 2, sku: 'B', ships: 'DE', lives: 'FR' } });
  await record(api, 'cleo', 'cart', { properties: { id: 3, sku: 'C' } });
  await record(api, 'dora', 'cart', { properties: { id: 4, sku: 'A' } });
  await runsOf(api, id, 'cleo');
  await record(api, 'cleo', 'paid', { properties: { cart: 2 } });
  const runs = await runsOf(api, id, 'cleo');
  expect(runs.map(pathOf)).toEqual([
    ['again else', 'home then'],
    ['again then', 'home else', 'paid then'],
  ]);
  expect(await runsOf(api, id, 'dora')).toEqual([]);
  await record(api, 'cleo', 'gone', { properties: { sku: 'B' } });
  await at(api, '2026-06-15T10:10:00Z');
  expect(await states(id, 'cleo')).toEqual(['at hour', 'exited exit']);
});

test('it is stored as sent: shown, copied, changed, and in GraphQL', async () => {
  const exits = [{ ...order(where('cart.id', 'equals', of('cart.id'))) }];
  const id = await makeAutomation(api, { trigger, exits, steps: [HOUR] });
  const { data } = (await api.rest('POST', `/automations/${id}/duplicate`)).body;
  expect(data.exits).toEqual(exits);
  const { body } = await api.rest('PUT', `/automations/${id}`, { entry: { again: 'restart' } });
  expect(body.data.exits).toEqual(exits);
  const shown = await ask(api, `query ($id: ID!) { automation(id: $id) { exits } }`, { id });
  expect(shown.automation.exits).toEqual(exits);
  const wrong = await fail(
    api,
    `mutation ($input: UpdateAutomationInput!) { updateAutomation(input: $input) { automation { id } } }`,
    { input: { id, exits: [order(where('cart', 'equals', '{{ event.cart }}'))] } },
  );
  expect(JSON.stringify(wrong)).toContain('trigger_property');
});

const errorsOf = async (input: object, path = '/automations') => {
  const { status, body } = await api.rest('POST', path, { ...CART, list, steps: [HOUR], ...input });
  expect(status, JSON.stringify(body)).toBe(422);
  return body.errors as Record<string, string[]>;
};

test('Liquid in a value is refused wherever values are compared, and the message suggests the right form', async () => {
  const liquid = where('cart', 'equals', '{{ event.cart }}');
  const rule = (value: unknown) => ({ operator: 'and', rules: [{ operator: 'or', rules: [value] }] });
  expect(await errorsOf({ exits: [order(liquid)] })).toEqual({
    'exits.0.where.0.value': [
      'The exits.0.where.0.value field must not be Liquid, which is not rendered here. To compare with the event that started the run, write {"trigger_property": "cart"}.',
    ],
  });
  const places: [object, string][] = [
    [{ exits: [order(where('id', 'in', ['1', '{{ event.lines.id }}']))] }, 'exits.0.where.0.value.1'],
    [
      { steps: [{ type: 'wait_for', event: { name: 'paid', where: liquid }, timeout: 'P1D' }] },
      'steps.0.event.where.0.value',
    ],
    [{ trigger: { ...trigger, where: liquid } }, 'trigger.where.0.value'],
    [
      { steps: [{ type: 'condition', if: rule({ type: 'trigger_event', ...liquid[0] }) }] },
      'steps.0.if.rules.0.rules.0.value',
    ],
    [
      { entry: { if: rule({ type: 'event', operator: 'performed', value: { name: 'x', where: liquid } }) } },
      'entry.if.rules.0.rules.0.value.where.0.value',
    ],
    [
      { exits: [{ type: 'segment', if: rule({ type: 'first_name', operator: 'equals', value: '{% if x %}' }) }] },
      'exits.0.if.rules.0.rules.0.value',
    ],
  ];
  for (const [input, path] of places) expect(Object.keys(await errorsOf(input)), path).toEqual([path]);
  expect(JSON.stringify(await errorsOf(places[0]![0]))).toContain('lines.id');
});

test('values that cannot be compared are refused with their path', async () => {
  const exit = (value: unknown, operator = 'equals') => ({ exits: [order(where('cart', operator, value))] });
  const said = async (input: object, path: string, words: string) => {
    const errors = await errorsOf(input);
    expect(Object.keys(errors)).toEqual([path]);
    expect(errors[path]![0]).toContain(words);
  };
  const value = 'exits.0.where.0.value';
  await said({ ...exit(of('cart')), trigger: { type: 'subscribed' } }, value, 'needs a trigger of type event or api');
  await said({ trigger: { ...trigger, where: where('a', 'equals', of('b')) } }, 'trigger.where.0.value', 'itself');
  await said(exit({ trigger_property: 'event.cart' }), `${value}.trigger_property`, 'must not begin with event');
  await said(exit({ trigger_property: '' }), `${value}.trigger_property`, 'required');
  await said(exit({ trigger_property: 7 }), `${value}.trigger_property`, 'must be');
  await said(exit({ trigger_property: 'a..b' }), `${value}.trigger_property`, 'empty part');
  await said(exit({ trigger_property: 'a', default: 'x' }), `${value}.default`, 'trigger_property');
  await said(exit(of('cart'), 'between'), 'exits.0.where.0.operator', 'must be one of equals');
  await said(exit(of('cart'), 'is_set'), 'exits.0.where.0.operator', 'must be one of equals');
  const attribute = { type: 'first_name', operator: 'equals', value: of('name') };
  await said(
    { steps: [{ type: 'condition', if: { operator: 'and', rules: [attribute] } }] },
    'steps.0.if.rules.0.value',
    'Only conditions on events',
  );
});

test('a segment has no run to compare with', async () => {
  const rule = (value: unknown) => ({
    type: 'event',
    operator: 'performed',
    value: { name: 'order', where: where('cart', 'equals', value) },
  });
  const conditions = { operator: 'and', rules: [rule(of('cart'))] };
  const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Carts', conditions });
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    'conditions.rules.0.value.where.0.value': [
      expect.stringContaining('Only exits, wait_for steps and conditions of an automation'),
    ],
  });
});
