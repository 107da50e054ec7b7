import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { createLog } from '../../../src/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { HAS_PGBOUNCER, startPgBouncer } from '../../support/pgbouncer.ts';

const log = createLog('silent');
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.skipIf(!HAS_PGBOUNCER || process.env.CITUS_URL)(
  'a pooler in transaction mode is refused at the start, because it loses notices',
  async () => {
    const bouncer = await startPgBouncer(database.url, 'transaction');
    try {
      const refused = openDatabase({ databaseUrl: bouncer.url }, log);
      await expect(refused).rejects.toThrow(
        /^DATABASE_URL points to a pooler in transaction mode, which loses LISTEN\/NOTIFY: use the address of the database itself, or session mode/,
      );
    } finally {
      await bouncer.close();
    }
  },
);

test.skipIf(!HAS_PGBOUNCER || process.env.CITUS_URL)('a pooler in session mode is accepted', async () => {
  const bouncer = await startPgBouncer(database.url, 'session');
  try {
    await openDatabase({ databaseUrl: bouncer.url }, log);
    const connection = connect(bouncer.url, 3);
    expect(await Promise.all([1, 2, 3].map((one) => run(connection.db, sql`select ${one}::int as one`)))).toEqual(
      [1, 2, 3].map((one) => [{ one }]),
    );
    await connection.close();
  } finally {
    await bouncer.close();
  }
});
