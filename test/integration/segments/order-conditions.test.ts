import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { addressesIn, all, makeSegment, type Rule } from '../../support/segments.ts';

// Segments by orders, in the form that shops send.
let api: TestApp;
let list: string;

const ORDERS = {
  ann: {
    ...{ value: 12000, currency: 'EUR' },
    properties: {
      ...{
        items: ['Boots', 'hat'],
        lines: [
          { sku: 'A1', quantity: 1 },
          { sku: 'B2-red', quantity: 3 },
        ],
      },
      ...{ shipping: { country: 'DE', address: { zip: '10115' } }, total: '120.00', sizes: [42, 44] },
      ...{ gift: true, coupon: ' ', 'utm.source': 'news', product_id: 632910392, value: 5, scores: ['1.5', 'x'] },
    },
  },
  bob: {
    ...{ value: 9999, currency: 'USD' },
    properties: {
      ...{ items: ['sandals'], lines: [{ sku: 'C3', quantity: 10 }], shipping: { country: 'FR' }, total: '99.99' },
      ...{ sizes: [], utm: { source: 'ads' }, product_id: '632910392', sales: { 2024: 7, 2025: '8.50' } },
      ...{ lists: [[{ sku: 'A1' }], ['deep']], coupon: 'SPRING', gift: null, currency: 'none', value: { amount: 3 } },
    },
  },
  cy: {
    properties: { items: 'Boots and laces', total: 'a hundred', coupon: '', lines: { sku: 'D4' }, tags: [' ', null] },
  },
  dee: { properties: null },
};

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(
    api,
    list,
    [...Object.keys(ORDERS), 'eve'].map((name) => ({ email: `${name}@shop.test` })),
  );
  const events = Object.entries(ORDERS).map(([name, order]) => ({
    email: `${name}@shop.test`,
    name: 'order',
    ...order,
  }));
  expect((await api.rest('POST', '/events', { events })).body).toMatchObject({ failed: 0 });
});
afterAll(() => api.close());

const asked = (property: string, operator: string, value?: unknown, name = 'performed'): Rule => ({
  ...{ type: 'event', operator: name },
  value: { name: 'order', where: [{ property, operator, ...(value !== undefined && { value }) }] },
});

/** The initials of a rule's matches, checked in the listing, the preview and each explanation. */
async function matching(rule: Rule): Promise<string> {
  const segment = await makeSegment(api, list, all(rule));
  const found = await addressesIn(api, `/segments/${segment.id}/subscribers`);
  expect(segment.subscribers_count).toBe(found.length);
  const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions: all(rule) });
  expect(preview.body.data.subscribers_count).toBe(found.length);
  return found.map(([initial]) => initial).join('');
}

/** People with a matching order: ann, bob, cy, dee; eve has no order. */
const QUESTIONS: [property: string, operator: string, value: unknown, matches: string][] = [
  // The event's own value and currency.
  ['value', 'gte', 10_000, 'a'],
  ['value', 'gt', 9_998, 'ab'],
  ['value', 'lt', 10_000, 'b'],
  ['value', 'lte', 9_999, 'b'],
  ['value', 'equals', 12_000, 'a'],
  ['value', 'not_equals', 12_000, 'bcd'],
  ['value', 'between', [9_999, 12_000], 'ab'],
  ['value', 'in', [1, 9_999], 'b'],
  ['value', 'not_in', [1, 9_999], 'acd'],
  ['value', 'is_set', undefined, 'ab'],
  ['value', 'is_not_set', undefined, 'cd'],
  ['currency', 'equals', 'eur', 'a'],
  ['currency', 'not_equals', 'EUR', 'bcd'],
  ['currency', 'in', ['usd', 'GBP'], 'b'],
  ['currency', 'not_in', ['USD'], 'acd'],
  ['currency', 'is_not_set', undefined, 'cd'],
  // Properties of these names.
  ['properties.value', 'equals', 5, 'a'],
  ['properties.value', 'gte', 10_000, ''],
  ['properties.currency', 'equals', 'none', 'b'],
  ['value.amount', 'equals', 3, 'b'],
  ['properties.total', 'gte', 100, 'a'],
  ['properties.shipping.country', 'equals', 'DE', 'a'],
  // Elements of a list.
  ['items', 'contains', 'boots', 'ac'],
  ['items', 'contains', 'boot', 'c'],
  ['items', 'not_contains', 'boots', 'bd'],
  ['items', 'equals', 'boots', 'a'],
  ['items', 'not_equals', 'boots', 'bcd'],
  ['items', 'contains_any', ['hat', 'SANDALS'], 'ab'],
  ['items', 'contains_any', ['lace', 'sandal'], 'c'],
  ['items', 'in', ['hat', 'sandals'], 'ab'],
  ['items', 'not_in', ['hat', 'sandals'], 'cd'],
  ['items', 'starts_with', 'boot', 'ac'],
  ['items', 'ends_with', 's', 'abc'],
  ['items', 'is_set', undefined, 'abc'],
  ['items.0', 'equals', 'boots', 'a'],
  ['items.1', 'equals', 'boots', ''],
  ['sizes', 'contains', 44, 'a'],
  ['sizes', 'not_contains', 44, 'bcd'],
  ['sizes', 'contains', '44', 'a'],
  ['sizes', 'contains_any', [1, 42], 'a'],
  ['sizes', 'gt', 43, 'a'],
  ['sizes', 'gt', 44, ''],
  ['sizes', 'between', [43, 43.5], ''],
  ['sizes', 'is_set', undefined, 'a'],
  ['tags', 'is_set', undefined, ''],
  ['lists', 'is_set', undefined, 'b'],
  // Paths.
  ['shipping.country', 'equals', 'DE', 'a'],
  ['shipping.country', 'not_equals', 'DE', 'bcd'],
  ['shipping.country', 'in', ['de', 'fr'], 'ab'],
  ['shipping.country', 'is_not_set', undefined, 'cd'],
  ['shipping.address.zip', 'starts_with', '101', 'a'],
  ['shipping', 'is_set', undefined, 'ab'],
  ['shipping', 'equals', 'DE', ''],
  ['lines.0.sku', 'equals', 'A1', 'a'],
  ['lines.1.sku', 'equals', 'A1', ''],
  ['lines.sku', 'equals', 'b2-RED', 'a'],
  ['lines.sku', 'contains', 'red', 'a'],
  ['lines.sku', 'not_contains', 'red', 'bcd'],
  ['lines.sku', 'contains_any', ['A1', 'C3'], 'ab'],
  ['lines.sku', 'in', ['A1', 'D4'], 'ac'],
  ['lines.sku', 'not_in', ['A1', 'D4'], 'bd'],
  ['lines.quantity', 'gte', 3, 'ab'],
  ['lines.quantity', 'lt', 3, 'a'],
  ['lines.01.sku', 'is_set', undefined, ''],
  ['lines.9.sku', 'is_set', undefined, ''],
  ['lists.0.sku', 'equals', 'A1', 'b'],
  ['lists.0.0.sku', 'equals', 'A1', 'b'],
  ['lists.sku', 'is_set', undefined, ''],
  ['lists.1', 'contains', 'deep', 'b'],
  ['sales.2024', 'equals', 7, 'b'],
  ['sales.2025', 'gt', 8, 'b'],
  ['utm.source', 'equals', 'news', 'a'],
  ['utm.source', 'equals', 'ads', 'b'],
  ['utm.source', 'is_set', undefined, 'ab'],
  // Numbers that are written as text.
  ['total', 'gte', 100, 'a'],
  ['total', 'equals', 120, 'a'],
  ['total', 'not_equals', 120, 'bcd'],
  ['total', 'lt', 100, 'b'],
  ['total', 'between', [99.99, 120], 'ab'],
  ['total', 'in', [99.99], 'b'],
  ['scores', 'equals', 1.5, 'a'],
  ['product_id', 'equals', 632910392, 'ab'],
  ['product_id', 'equals', '632910392', 'ab'],
  ['product_id', 'not_equals', '632910392', 'cd'],
  ['gift', 'is_true', undefined, 'a'],
  ['gift', 'equals', 'true', 'a'],
  ['gift', 'is_set', undefined, 'a'],
  // Blank is not set.
  ['coupon', 'is_set', undefined, 'b'],
  ['coupon', 'is_not_set', undefined, 'acd'],
];

test.each(QUESTIONS)(
  '%s %s %j matches orders of %s, and no people without orders',
  async (property, operator, value, matches) => {
    expect(await matching(asked(property, operator, value))).toBe(matches);
    const others = [...'abcde'].filter((one) => !matches.includes(one)).join('');
    expect(await matching(asked(property, operator, value, 'not_performed'))).toBe(others);
  },
);

describe('an invalid condition is refused at its path', () => {
  const refused = async (where: object) => {
    const conditions = all({ type: 'event', operator: 'performed', value: { name: 'order', where: [where] } });
    const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Some', conditions });
    expect([where, status]).toEqual([where, 422]);
    expect((await api.rest('POST', `/lists/${list}/segments/preview`, { conditions })).body).toEqual(body);
    return Object.keys(body.errors).map((path) => path.replace('conditions.rules.0.value.where.0.', ''));
  };

  test.each([
    ['value', 'contains', '1', 'operator'],
    ['value', 'starts_with', '1', 'operator'],
    ['value', 'is_true', undefined, 'operator'],
    ['value', 'gte', '10000', 'value'],
    ['value', 'gte', 99.9, 'value'],
    ['value', 'gte', -1, 'value'],
    ['value', 'gte', null, 'value'],
    ['value', 'equals', 'EUR', 'value'],
    ['value', 'in', [1, 'x'], 'value.1'],
    ['value', 'between', [2, 1], 'value'],
    ['currency', 'contains', 'E', 'operator'],
    ['currency', 'gte', 1, 'operator'],
    ['currency', 'equals', 'EURO', 'value'],
    ['currency', 'equals', '€', 'value'],
    ['currency', 'not_equals', 7, 'value'],
    ['currency', 'in', ['EUR', 'E'], 'value.1'],
    ['a..b', 'equals', 'x', 'property'],
    ['.a', 'equals', 'x', 'property'],
    ['a.', 'equals', 'x', 'property'],
    ['.', 'is_set', undefined, 'property'],
    ['properties.', 'is_set', undefined, 'property'],
    ['properties..a', 'is_set', undefined, 'property'],
    ['a. .b', 'is_set', undefined, 'property'],
    [Array(33).fill('a').join('.'), 'is_set', undefined, 'property'],
    ['a.0.0.0.0.0', 'is_set', undefined, 'property'],
    ['x'.repeat(256), 'is_set', undefined, 'property'],
    [7, 'is_set', undefined, 'property'],
    ['items', 'contains', [], 'value'],
    ['items', 'contains', ['boots'], 'value'],
    ['items', 'contains_any', 'boots', 'value'],
    ['items', 'contains_any', [], 'value'],
    ['items', 'contains_any', ['boots', 7], 'value.1'],
    ['items', 'contains_any', [7, 'boots'], 'value.1'],
    ['items', 'not_contains', true, 'value'],
    ['items', 'not_equals', {}, 'value'],
    ['total', 'gte', '100', 'value'],
    ['gift', 'is_true', false, 'value'],
    ['gift', 'is_not_set', false, 'value'],
  ])('%j %s %j', async (property, operator, value, part) => {
    expect(await refused({ property, operator, value })).toEqual([part]);
  });

  test('an unknown key of a condition', async () => {
    expect(await refused({ property: 'items', operator: 'contains', value: 'boots', not: true })).toEqual(['not']);
    expect(await refused({ property: 'items', operator: 'contains', vale: 'boots' })).toEqual(['vale', 'value']);
  });
});

describe('the path syntax of another language is refused at the property, with the right one', () => {
  const operations = (property: string): [string, string, object, string][] => {
    const [where, rule] = [{ property, operator: 'not_equals', value: 7 }, 'conditions.rules.0.value.where.0.property'];
    const trigger = { type: 'event', name: 'order', where: [where] };
    const wait = { id: 'w', type: 'wait', for: 'PT1H' };
    const steps = [{ id: 'c', type: 'condition', if: all({ type: 'trigger_event', ...where }), then: [wait] }];
    return [
      ['POST', `/lists/${list}/segments`, { name: 'S', conditions: all(asked(property, 'not_equals', 7)) }, rule],
      ['POST', `/lists/${list}/segments/preview`, { conditions: all(asked(property, 'not_equals', 7)) }, rule],
      ['POST', '/automations', { name: 'A', trigger, steps: [wait] }, 'trigger.where.0.property'],
      [
        ...(['POST', '/automations', { name: 'A', trigger: { type: 'event', name: 'order' }, steps }] as const),
        'steps.0.if.rules.0.property',
      ],
    ];
  };

  test.each([
    ['lines[0].sku', 'Write lines.0.sku.'],
    ['lines[].sku', 'Write lines.sku.'],
    ['lines.*.sku', 'Write lines.sku.'],
    ['lines[*].sku', 'Write lines.sku.'],
    ['$.items', 'Write items.'],
    ["$['lines'][0]['sku']", 'Write lines.0.sku.'],
    ['event.value', 'Write value.'],
    ['event.items', 'Write items.'],
    ['event.properties.value', 'Write properties.value.'],
    ['{{ event.items }}', 'Write items.'],
    ['Value', 'Did you mean value?'],
    ['VALUE', 'Did you mean value?'],
    ['Currency', 'Did you mean currency?'],
    ['lines?.[0]?.sku', 'Write lines.0.sku.'],
    ['/lines/0/sku', 'Write lines.0.sku.'],
    ['lines.#.sku', 'Write lines.sku.'],
    ['lines.-1.sku', 'must count list positions from 0.'],
    ['Properties.total', 'Write total.'],
  ])('%s', async (property, hint) => {
    for (const [method, path, body, field] of operations(property)) {
      const { status, body: answer } = await api.rest(method as 'POST', path, body);
      expect([path, status, Object.keys(answer.errors ?? {})]).toEqual([path, 422, [field]]);
      expect(answer.errors[field][0]).toContain(hint);
      expect(answer.errors[field][0]).toContain(`For a property with this name, write properties.${property}.`);
    }
  });

  test.each(['items[0]', 'items[]', 'a.*', '$.items', 'event.value', 'Value', 'Currency'])(
    'properties.%s is the property of that name',
    async (key) => {
      const name = `odd ${key.replace(/[^a-z]/gi, '_')}`;
      await api.rest('POST', '/events', { email: 'eve@shop.test', name, properties: { [key]: 'here' } });
      const rule = asked(`properties.${key}`, 'equals', 'here');
      expect(await matching({ ...rule, value: { ...(rule.value as object), name } })).toBe('e');
      const { body } = await api.rest('GET', `/events/properties?name=${encodeURIComponent(name)}`);
      expect(body.data.map(({ property }: { property: string }) => property)).toEqual([`properties.${key}`]);
    },
  );

  test('a segment stored with one keeps matching the same people', async () => {
    const segment = await makeSegment(api, list, all(asked('properties.lines[0].sku', 'not_equals', 'A1')));
    await api.db.segment.updateMany({
      where: { id: segment.id },
      data: { conditions: all(asked('lines[0].sku', 'not_equals', 'A1')) as object },
    });
    expect(await addressesIn(api, `/segments/${segment.id}/subscribers`)).toHaveLength(4);
  });
});

test('names with path characters are plain names', async () => {
  const signs = ['$.x', 'x[*]', '@.y', 'a.*'].map((name) => `properties.${name}`);
  const names = [...signs, `a"b.c`, `a'b.c`, 'a\\b.c', 'ü.ß', 'a.b) or true--', '$x.y', 'last.last'];
  for (const name of names) expect([name, await matching(asked(name, 'is_set'))]).toEqual([name, '']);
  const email = 'eve@shop.test';
  for (const name of names) {
    const [first, ...others] = name.replace('properties.', '').split('.').reverse();
    const properties = others.reduce<object>((inner, key) => ({ [key]: inner }), { [first as string]: 'here' });
    await api.rest('POST', '/events', { email, name: 'odd', properties });
    const rule = asked(name, 'equals', 'here');
    const { body } = await api.rest('POST', `/lists/${list}/segments/preview`, {
      conditions: all({ ...rule, value: { ...(rule.value as object), name: 'odd' } }),
    });
    expect([name, body.data?.subscribers_count]).toEqual([name, 1]);
  }
});
