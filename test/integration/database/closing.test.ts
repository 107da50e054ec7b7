import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(() => database.drop());

const AT_ONCE = 10;
const OURS = 'to be closed';

test('after closing the connections to a database, the server has none of them left to interrupt', async () => {
  const named = new URL(database.url);
  named.searchParams.set('application_name', OURS);
  const count = async () => {
    const there = `select count(*)::int as count from pg_stat_activity where application_name like '${OURS} %'`;
    return (await statement(database.url, there))[0]!.count;
  };
  for (let round = 0; round < 5; round++) {
    const { db, close } = connect(named.href, AT_ONCE);
    await Promise.all(Array.from({ length: AT_ONCE }, () => run(db, sql`select pg_sleep(0.05)`)));
    expect(await count()).toBe(AT_ONCE);
    await close();
    expect(await count()).toBe(0);
  }
});
