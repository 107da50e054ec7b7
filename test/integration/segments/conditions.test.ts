import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { fail } from '../../support/graphql.ts';
import { all, any, declareFields, languageRule, makeSegment } from '../../support/segments.ts';
import { WRONG_TYPES } from '../../support/values.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, [{ email: 'ann@people.test', locale: 'en', tags: ['a'], attributes: { city: 'Wien' } }]);
  await declareFields(api, { age: 'number', born: 'date', paid: 'boolean' });
});
afterAll(() => api.close());

const CREATE = 'mutation ($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id } } }';
const PREVIEW =
  'query ($list: ID!, $conditions: JSONObject!) { previewSegment(listId: $list, conditions: $conditions) { subscribersCount } }';

/** The paths refused by saving and previewing, the same in both interfaces; empty if accepted. */
async function refused(conditions: unknown): Promise<string[]> {
  const saved = await api.rest('POST', `/lists/${list}/segments`, { name: 'Some', conditions });
  const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
  expect(saved.status).toBe(preview.status === 200 ? 201 : 422);
  if (saved.status === 201) return [];
  expect(preview.body).toEqual(saved.body);
  const paths = Object.keys(saved.body.errors);
  for (const path of paths) expect(saved.body.errors[path][0]).toContain(`The ${path} field `);
  if (typeof conditions === 'object' && conditions !== null && !Array.isArray(conditions)) {
    const input = { name: 'Some', conditions };
    for (const [query, variables] of [
      [CREATE, { input: { listId: list, ...input } }] as const,
      [PREVIEW, { list, conditions }] as const,
    ]) {
      const { extensions } = await fail(api, query, variables);
      expect(extensions.code).toBe('BAD_USER_INPUT');
      expect(extensions.issues?.map(({ path }) => path.join('.'))).toEqual(paths);
    }
  }
  return paths;
}

const many = (count: number) => Array.from({ length: count }, () => languageRule('en'));

describe('groups', () => {
  test.each([undefined, null, 7, 'x', true, [], [languageRule('en')]])(
    '%j are invalid conditions',
    async (conditions) => {
      expect(await refused(conditions)).toEqual(['conditions']);
    },
  );

  test.each([
    [{}, ['conditions.operator', 'conditions.rules']],
    [{ operator: 'and' }, ['conditions.rules']],
    [{ rules: many(1) }, ['conditions.operator']],
    [{ operator: 'AND', rules: many(1) }, ['conditions.operator']],
    [{ operator: 'not', rules: [] }, ['conditions.operator', 'conditions.rules']],
    [{ operator: 'and', rules: {} }, ['conditions.rules']],
    [{ operator: 'and', rules: 'x' }, ['conditions.rules']],
    [all(any()), ['conditions.rules.0.rules']],
    [
      { operator: 'or', rules: [languageRule('en'), { operator: 'xor', rules: many(1) }] },
      ['conditions.rules.1.operator'],
    ],
    [
      { operator: 'or', rules: [null, 7, 'x', [], languageRule('en')] },
      [0, 1, 2, 3].map((index) => `conditions.rules.${index}`),
    ],
    [{ operator: 'or', rules: [{}, { operator: 'and' }] }, ['conditions.rules.0.type', 'conditions.rules.1.type']],
  ])('%j is refused with the path of the faulty part', async (conditions, paths) => {
    expect(await refused(conditions)).toEqual(paths);
  });

  test('two levels are accepted, and a third is refused at its path', async () => {
    expect(await refused(all(languageRule('en')))).toEqual([]);
    expect(await refused(all(any(languageRule('en'))))).toEqual([]);
    expect(await refused(all(any(languageRule('en'), all(languageRule('de')))))).toEqual([
      'conditions.rules.0.rules.1',
    ]);
  });

  test.each([
    [49, true],
    [50, true],
    [51, false],
    [5000, false],
  ])('%i rules: %s', async (count, fits) => {
    const expected = fits ? [] : ['conditions'];
    expect(await refused(all(...many(count)))).toEqual(expected);
    expect(await refused(all(...many(count - 2), any(...many(1)), any(...many(1))))).toEqual(expected);
  });

  test('groups do not count as rules', async () => {
    expect(await refused(all(...Array.from({ length: 50 }, () => any(languageRule('en')))))).toEqual([]);
  });

  test('all errors are reported at once, including the name', async () => {
    const conditions = {
      operator: 'and',
      rules: [
        { type: 'weather', operator: 'equals', value: 'rain' },
        { type: 'language', operator: 'is', value: 'en' },
        { type: 'tags', operator: 'has_any', value: ['ok', 7, ''] },
        {
          operator: 'or',
          rules: [languageRule('en'), { type: 'engagement', operator: 'active_within_days', value: 'x' }],
        },
      ],
    };
    const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: ' ', conditions });
    expect(status).toBe(422);
    expect(body.message).toBe('The name field is required. (and 5 more errors)');
    expect(body.errors).toEqual({
      name: ['The name field is required.'],
      'conditions.rules.0.type': [
        'The conditions.rules.0.type field must be one of language, engagement, tags, attribute, email, first_name, ' +
          'last_name, timezone, subscribed_at, event, campaign, transactional, bounce, revenue, segment, sample.',
      ],
      'conditions.rules.1.operator': [
        'The conditions.rules.1.operator field must be one of equals, not_equals, in, not_in.',
      ],
      'conditions.rules.2.value.1': ['The conditions.rules.2.value.1 field must be a string.'],
      'conditions.rules.2.value.2': ['The conditions.rules.2.value.2 field is required.'],
      'conditions.rules.3.rules.1.value': ['The conditions.rules.3.rules.1.value field must be an integer.'],
    });
  });

  test('the answer to a hostile body stays small', async () => {
    const { body } = await api.rest('POST', `/lists/${list}/segments`, {
      name: 'x',
      conditions: all(...Array.from({ length: 100_000 }, () => any())),
    });
    expect(Object.keys(body.errors).length).toBeLessThanOrEqual(200);
  });

  test('conditions are stored in normal form', async () => {
    const sent = {
      operator: 'and',
      rules: [
        { type: 'language', operator: 'in', value: ['EN-gb', 'pt_br'] },
        { type: 'engagement', operator: 'never_active', value: 30 },
        { type: 'tags', operator: 'has_any', value: [' VIP '] },
        { type: 'revenue', operator: 'orders_gte', value: { count: 1, currency: 'eur' } },
      ],
    };
    const { conditions } = await makeSegment(api, list, sent as never);
    expect(conditions).toEqual({
      operator: 'and',
      rules: [
        { type: 'language', operator: 'in', value: ['en-GB', 'pt-BR'] },
        { type: 'engagement', operator: 'never_active' },
        { type: 'tags', operator: 'has_any', value: ['VIP'] },
        { type: 'revenue', operator: 'orders_gte', value: { count: 1, currency: 'EUR' } },
      ],
    });
  });
});

describe('unknown keys are refused at their path', () => {
  const where = [{ property: 'path', operator: 'is_set' }];
  const id = '0197a000-0000-7000-8000-000000000000';

  test.each<[object, string]>([
    [{ type: 'language', operator: 'equals', value: 'en' }, 'not'],
    [{ type: 'engagement', operator: 'never_active' }, 'negate'],
    [{ type: 'tags', operator: 'has_any', value: ['a'] }, 'not'],
    [{ type: 'tags', operator: 'has_any', value: ['a'] }, 'field'],
    [{ type: 'attribute', field: 'age', operator: 'gt', value: 1 }, 'property'],
    [{ type: 'email', operator: 'is_set' }, 'Value'],
    [{ type: 'first_name', operator: 'equals', value: 'Ann' }, 'exclude'],
    [{ type: 'subscribed_at', operator: 'after', value: '2026-01-01' }, 'within_days'],
    [{ type: 'event', operator: 'performed', value: { name: 'order' } }, 'where'],
    [{ type: 'event', operator: 'performed', value: { name: 'order' } }, 'value.not'],
    [{ type: 'event', operator: 'performed', value: { name: 'order' } }, 'value.withinDays'],
    [{ type: 'event', operator: 'not_performed', value: { name: 'order', where } }, 'value.where.0.negated'],
    [{ type: 'bounce', operator: 'bounced', value: {} }, 'value.kind'],
    [{ type: 'revenue', operator: 'total_gte', value: { amount: 1, currency: 'EUR' } }, 'value.within_day'],
    [{ type: 'revenue', operator: 'orders_gte', value: { count: 1 } }, 'value.amount'],
    [{ type: 'revenue', operator: 'last_order_within_days', value: { within_days: 1 } }, 'value.days'],
    [{ type: 'sample', operator: 'percent', value: 5 }, '__proto__'],
  ])('%j with %s', async (rule, key) => {
    const sent = JSON.parse(JSON.stringify(rule));
    const parts = key.split('.');
    const last = parts.pop() as string;
    const holder = parts.reduce((part, name) => part[name], sent);
    Object.defineProperty(holder, last, { value: true, enumerable: true });
    expect(await refused(all(languageRule('en'), sent))).toEqual([`conditions.rules.1.${key}`]);
    expect(await refused(any(all(sent)))).toEqual([`conditions.rules.0.rules.0.${key}`]);
    expect(await refused(all(rule as never))).toEqual([]);
  });

  test.each(['campaign', 'transactional'])('in the value of an e-mail rule of type %s', async (type) => {
    const value = { [type === 'campaign' ? 'campaign' : 'template']: id, within_day: 5 };
    const paths = await refused(all({ type, operator: 'received', value }));
    expect(paths).toContain('conditions.rules.0.value.within_day');
  });

  test('in a group', async () => {
    expect(await refused({ ...all(languageRule('en')), not: true })).toEqual(['conditions.not']);
    expect(await refused(all({ ...any(languageRule('en')), name: 'x' } as never))).toEqual(['conditions.rules.0.name']);
  });

  test('with the nearest known key or the list of keys', async () => {
    const rules = [
      { type: 'tags', operator: 'has_any', values: ['a'], not: true },
      { typ: 'tags', operator: 'has_any', value: ['a'] },
      { type: 'event', operator: 'performed', value: { name: 'order', withinDays: 5 } },
    ];
    const { body } = await api.rest('POST', `/lists/${list}/segments`, {
      name: 'x',
      conditions: { operator: 'and', rules, Operator: 'or' },
    });
    const said = Object.fromEntries(
      Object.entries<string[]>(body.errors).map(([path, [message]]) => [path, message?.replace(/^The \S+ field /, '')]),
    );
    expect(said).toEqual({
      'conditions.Operator': 'is not known to a group. Did you mean operator?',
      'conditions.rules.0.values': 'is not known to a rule of type tags. Did you mean value?',
      'conditions.rules.0.not': 'is not known to a rule of type tags, which takes type, operator, value.',
      'conditions.rules.0.value': 'is required.',
      'conditions.rules.1.typ': 'is not known to a rule. Did you mean type?',
      'conditions.rules.1.type': 'is required.',
      'conditions.rules.2.value.withinDays': 'is not known to this value. Did you mean within_days?',
    });
  });
});

describe('rules', () => {
  const rule = (type: unknown, operator: unknown, value?: unknown, field?: unknown) => ({
    type,
    operator,
    value,
    field,
  });
  const at = (part: string) => [`conditions.rules.0.${part}`];

  test.each([...WRONG_TYPES, 'Language', 'toString', '__proto__', 'constructor'])(
    '%j is an unknown type',
    async (type) => {
      expect(await refused({ operator: 'and', rules: [rule(type, 'equals', 'en')] })).toEqual(at('type'));
    },
  );

  test.each([...WRONG_TYPES, undefined, null, 'Equals', 'toString', '__proto__'])(
    '%j is an unknown operator',
    async (operator) => {
      for (const type of ['language', 'engagement', 'tags', 'email', 'event', 'sample']) {
        expect(await refused({ operator: 'and', rules: [rule(type, operator, 'en')] })).toEqual(at('operator'));
      }
    },
  );

  const NO_DAYS = [undefined, null, 0, -1, 3651, 1.5, '30', true, [], {}];
  const NO_TEXT = [undefined, null, '', 7, true, [], {}, 'x'.repeat(256), 'a\u0000', '\ud800'];
  const NO_MOMENT = [undefined, null, 7, '', '2026', '2026-02-30', '0000-01-01', '2026-01-31T12:00:00', 'now', []];

  test.each([
    ['language', 'equals', [undefined, null, 7, '', 'x', 'english please', ['en'], 'a\u0000']],
    ['language', 'not_equals', [undefined, 7, '!']],
    ['language', 'in', [undefined, null, 'en', [], {}]],
    ['engagement', 'active_within_days', NO_DAYS],
    ['engagement', 'inactive_for_days', NO_DAYS],
    ['tags', 'has_any', [undefined, null, 'vip', [], {}, 7]],
    ['tags', 'has_all', ['vip', []]],
    ['tags', 'has_none', ['vip', []]],
    ['email', 'contains', NO_TEXT],
    ['email', 'domain_is', [undefined, 7, '', 'x', 'a b.de', '@shop.test']],
    ['first_name', 'equals', NO_TEXT],
    ['last_name', 'in', [undefined, 'x', [], {}]],
    ['timezone', 'starts_with', NO_TEXT],
    ['subscribed_at', 'before', NO_MOMENT],
    ['subscribed_at', 'after', NO_MOMENT],
    [
      'subscribed_at',
      'between',
      ['2026-01-01', [], ['2026-01-01'], ['2026-01-02', '2026-01-01'], Array(3).fill('2026-01-01')],
    ],
    ['subscribed_at', 'within_last_days', NO_DAYS],
    ['event', 'performed', [undefined, null, 'order', [], 7]],
    ['segment', 'in', [undefined, null, 7, 'x', '0197a000-0000-7000-8000-000000000000', []]],
    ['sample', 'percent', [undefined, null, 0, 100, 1.5, '20', []]],
    ['revenue', 'total_gte', [undefined, null, 7, []]],
  ] as [string, string, unknown[]][])('%s %s refuses invalid values by their path', async (type, operator, values) => {
    for (const value of values) {
      expect([value, await refused(all(rule(type, operator, value) as never))]).toEqual([value, at('value')]);
    }
  });

  test.each([
    ['tags', 'has_any', ['x', null, 'a\u0000'], ['value.1', 'value.2']],
    ['tags', 'has_any', ['x'.repeat(101)], ['value.0']],
    ['language', 'in', ['en', '!', 7], ['value.1', 'value.2']],
    ['email', 'in', ['x', ''], ['value.1']],
    ['subscribed_at', 'between', ['x', '2026-01-01'], ['value.0']],
    ['event', 'performed', {}, ['value.name']],
    [
      'event',
      'performed',
      { name: 'o!', at_least: 0, within_days: 'x' },
      ['value.name', 'value.at_least', 'value.within_days'],
    ],
    ['event', 'performed', { name: 'o', where: {} }, ['value.where']],
    ['event', 'performed', { name: 'o', where: [] }, ['value.where']],
    [
      'event',
      'performed',
      { name: 'o', where: [7, {}] },
      ['value.where.0', 'value.where.1.property', 'value.where.1.operator'],
    ],
    [
      'event',
      'performed',
      { name: 'o', where: [{ property: 'x', operator: 'matches', value: 'y' }] },
      ['value.where.0.operator'],
    ],
    [
      'event',
      'performed',
      { name: 'o', where: [{ property: 'x', operator: 'gt', value: 'y' }] },
      ['value.where.0.value'],
    ],
    ['revenue', 'total_gte', { amount: -1 }, ['value.amount', 'value.currency']],
    ['revenue', 'orders_gte', { currency: 'EURO' }, ['value.count', 'value.currency']],
    ['revenue', 'last_order_within_days', {}, ['value.within_days']],
  ] as [string, string, unknown, string[]][])(
    '%s %s %j is refused inside the value',
    async (type, operator, value, parts) => {
      expect(await refused(all(rule(type, operator, value) as never))).toEqual(parts.flatMap(at));
    },
  );

  test.each([
    ['engagement', 'active_within_days', 1, 3650],
    ['engagement', 'inactive_for_days', 1, 3650],
    ['sample', 'percent', 1, 99],
  ])('%s %s accepts its limits', async (type, operator, min, max) => {
    for (const value of [min, min + 1, max - 1, max]) expect(await refused(all({ type, operator, value }))).toEqual([]);
    for (const value of [min - 1, max + 1]) expect(await refused(all({ type, operator, value }))).toEqual(at('value'));
  });

  test.each([1, 99, 100])('%i tags, and names of 100 characters, are accepted', async (count) => {
    const value = Array.from({ length: count }, (_, index) => String(index).padEnd(100, 'x'));
    for (const operator of ['has_any', 'has_all', 'has_none']) {
      expect(await refused(all({ type: 'tags', operator, value }))).toEqual([]);
      expect(await refused(all({ type: 'tags', operator, value: Array(101).fill('x') }))).toEqual(at('value'));
    }
  });

  test.each([
    ['city', 'gt', 'x', 'operator'],
    ['city', 'equals', 7, 'value'],
    ['age', 'contains', 'x', 'operator'],
    ['age', 'equals', '7', 'value'],
    ['age', 'gt', null, 'value'],
    ['age', 'between', [2, 1], 'value'],
    ['age', 'between', [1], 'value'],
    ['age', 'equals', 2 ** 53, 'value'],
    ['born', 'equals', '2026-01-01', 'operator'],
    ['born', 'before', 'yesterday', 'value'],
    ['born', 'within_next_days', 0, 'value'],
    ['born', 'anniversary_within_days', 367, 'value'],
    ['paid', 'equals', true, 'operator'],
    ['nothing', 'equals', 'x', 'field'],
    [undefined, 'equals', 'x', 'field'],
    [7, 'equals', 'x', 'field'],
    ['a\u0000', 'equals', 'x', 'field'],
  ])('attribute %j %s %j is refused by its %s', async (field, operator, value, part) => {
    expect(await refused(all(rule('attribute', operator, value, field) as never))).toEqual(at(part));
  });
});
