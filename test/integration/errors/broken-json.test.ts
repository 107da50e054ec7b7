import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const NO_VALUE = 'a value is missing. Text needs double quotes.';
const NO_KEY = 'a key in double quotes is missing.';
const ENDS = 'the text ends too early.';

test.each([
  ["{'name': 'vip'}", 1, 2, NO_KEY],
  ['{"name": \'vip\'}', 1, 10, NO_VALUE],
  ['{"name": vip}', 1, 10, NO_VALUE],
  ['{"name": "vip",}', 1, 16, 'there must be no comma before this bracket.'],
  ['{"tags": ["a", ]}', 1, 16, 'there must be no comma before this bracket.'],
  ['{"name" "vip"}', 1, 9, 'a colon is missing.'],
  ['{"name": "vip"\n "color": 1}', 2, 2, 'a comma or } is missing.'],
  ['[1 2]', 1, 4, 'a comma or ] is missing.'],
  ['{"name": "a\nb"}', 1, 12, 'text must not contain a line break or tab. Write \\n or \\t.'],
  ['{"name": "a\\qb"}', 1, 12, 'this backslash begins no known sign. Write \\\\ for a backslash.'],
  ['{"name": "vip"', 1, 15, ENDS],
  ['{"name": "vip', 1, 14, ENDS],
  ['{"name": "vip\\', 1, 14, 'this backslash begins no known sign. Write \\\\ for a backslash.'],
  ['{"name": 1}}', 1, 12, 'there is more text after the value.'],
  ['{"a": {"b": [true, null, -1.5e3, tru]}}', 1, 34, NO_VALUE],
  ['{"n": 01}', 1, 8, 'a comma or } is missing.'],
  ['\ufeff\n\n{,}', 3, 2, NO_KEY],
])('%j stops being JSON on line %i, column %i: %s', async (text, line, column, why) => {
  const { status, body, headers } = await api.rest('POST', '/tags', text);
  expect([status, body]).toEqual([400, { message: 'The body is not valid JSON.', errors: {} }]);
  expect(headers['x-hint']).toBe(`Line ${line}, column ${column}: ${why}`);
});

test('a long and deep text is read to its mistake', async () => {
  const open = '[{"a":'.repeat(500_000);
  const { status, headers } = await api.rest('POST', '/tags', `${open}"${'x'.repeat(1_000_000)}"]`);
  expect([status, headers['x-hint']]).toEqual([400, 'Line 1, column 4000003: a comma or } is missing.']);
});

test('GraphQL says the same in its message', async () => {
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload: '{"query": }' });
  expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
    400,
    `The body is not valid JSON. Line 1, column 11: ${NO_VALUE}`,
  ]);
});
