import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

// The check before sending renders a campaign for one person of each kind first.
test.each<[unknown, string]>([
  [null, 'none'],
  [undefined, 'none'],
  [12.5, 'number'],
  [true, 'boolean'],
  ['', 'blank'],
  [' \t\n', 'blank'],
  ['-12.50', 'text of a number'],
  ['12.', 'text'],
  ['50 % off', 'percent'],
  ['100% {{ name }}', 'percent'],
  ['{{ name }}', 'braces'],
  ['<b>{% if %}', 'percent'],
  ['Tom & Jerry', 'markup'],
  ["Conan O'Brien", 'markup'],
  ['Jörg', 'letters'],
  ['two\nlines', 'letters'],
  ['Ann', 'text'],
])('a contact field with %j counts as %s when recipients are sampled', async (value, kind) => {
  const given = value === undefined ? 'null' : `$json$${JSON.stringify(value)}$json$::jsonb`;
  expect(await statement(database.url, `select kind_of_value(${given}) as kind`)).toEqual([{ kind }]);
});
