import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(() => Promise.all([one.drop(), other.drop()]));

test('test files do not see one another’s data', async () => {
  await statement(one.url, `insert into teams (public_id, name) values (gen_random_uuid(), 'Mine')`);
  expect(await statement(one.url, 'select name from teams')).toEqual([{ name: 'Mine' }]);
  expect(await statement(other.url, 'select name from teams')).toEqual([]);
});
