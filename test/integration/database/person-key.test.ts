import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { personKey } from '../../../src/ids.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

test('statements and the program derive the same key from an address', async () => {
  const address = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\u0000'));
  const some = fc.sample(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), address), 500);
  const rows = await statement(
    database.url,
    `select person_key((pair->>0)::int, pair->>1) as key, key_of_address((pair->>0)::int, pair->>1) as key_of_address
     from json_array_elements($json$${JSON.stringify(some)}$json$::json) with ordinality as given(pair, n) order by n`,
  );
  const expected = some.map(([team, text]) => personKey(team, text));
  expect(rows.map(({ key }) => key)).toEqual(expected);
  expect(rows.map(({ key_of_address }) => key_of_address)).toEqual(expected);
});
