import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SetupError } from '../../../src/config.ts';
import { ALIVE } from '../../../src/database/alive.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { type Migration, readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { openTestApp } from '../../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const log = createLog('silent');
const known = await readMigrations();
const api = await openTestApp();
afterAll(() => api.close());

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: '0'.repeat(64) });
const USUAL = migration('9001_usual', 'create table usual (id int)');
const OFFLINE = migration(
  '9002_offline',
  '-- offline: older processes use it otherwise\nalter table lists rename column name to title',
);

const tables = (url: string) => statement(url, `select to_regclass('usual') as usual`);

test('an offline migration is refused beside a running process, and no other is applied before it', async () => {
  const refused = migrate(api.databaseUrl, log, [...known, USUAL, OFFLINE]);
  await expect(refused).rejects.toThrow(SetupError);
  await expect(refused).rejects.toThrow(
    'This version cannot run beside older ones, and a process of an older version is running. Stop all processes, then start this version: it applies migration 9002_offline first',
  );
  expect(await tables(api.databaseUrl)).toEqual([{ usual: null }]);
  expect((await api.rest('GET', '/lists')).status).toBe(200);
});

describe('with other sessions', () => {
  let database: TestDatabase;
  let open: pg.Client[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.end()));
    await database.drop();
  });

  /** A session that marks a process as alive, as `PubSub` does. */
  async function process(number: number, url = database.url): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    open.push(client);
    await client.connect();
    await client.query('select pg_try_advisory_lock_shared($1, $2)', [ALIVE, number]);
    return client;
  }

  const apply = (...migrations: Migration[]) => migrate(database.url, log, [...known, ...migrations]);

  test('the message counts the processes, and the migration is applied once they have ended', async () => {
    const processes = [await process(1), await process(2_000_000_000), await process(3)];
    await expect(apply(OFFLINE)).rejects.toThrow('3 processes of an older version are running');
    for (const one of processes.splice(0)) await one.end();
    open = [];
    expect(await apply(OFFLINE)).toEqual(['9002_offline']);
  });

  test('a process that appears while others are applied stops it', async () => {
    const late = { ...USUAL, sql: `${USUAL.sql}; select pg_advisory_lock_shared(${ALIVE}, 5)` };
    await process(4).then((client) => client.end());
    open = [];
    // The lock of the migration's own session stands for one that appears at that moment.
    await expect(apply(late, OFFLINE)).rejects.toThrow('a process of an older version is running');
    expect(await tables(database.url)).toEqual([{ usual: 'usual' }]);
    expect(await apply(late, OFFLINE)).toEqual(['9002_offline']);
  });

  test('neither other migrations nor processes of another database are in the way', async () => {
    await process(6, api.databaseUrl);
    expect(await apply(OFFLINE)).toEqual(['9002_offline']);
    await process(7);
    expect(await apply(OFFLINE, USUAL)).toEqual(['9001_usual']);
  });
});
