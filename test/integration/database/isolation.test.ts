import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';

const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
afterAll(() => Promise.all([one.drop(), other.drop()]));

test('what one test file writes no other one sees', async () => {
  await query(one.url, `insert into teams (public_id, name) values (gen_random_uuid(), 'Mine')`);
  expect(await query(one.url, 'select name from teams')).toEqual([{ name: 'Mine' }]);
  expect(await query(other.url, 'select name from teams')).toEqual([]);
});

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
