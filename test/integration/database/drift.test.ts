import { afterAll, expect, test } from 'vitest';
import { diffSchema } from '../../../scripts/schema-diff.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

// A cluster has no keys from the coordinator's tables to teams.
test.skipIf(process.env.CITUS_URL)('the migrations match the Prisma schema', async () => {
  expect(await diffSchema(database.url)).toBeUndefined();
});

test('a column that only the database has is detected', async () => {
  await statement(database.url, 'alter table teams add column stray int');
  expect(await diffSchema(database.url)).toContain('DROP COLUMN "stray"');
});
