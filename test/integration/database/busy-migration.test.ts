import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SetupError } from '../../../src/config.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { type Migration, readMigrations } from '../../../src/database/migrations.ts';
import { createLog } from '../../../src/log.ts';
import { runHere } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const log = createLog('silent');
const known = await readMigrations();

let database: TestDatabase;
let open: pg.Client[];
beforeEach(async () => {
  database = await createTestDatabase();
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((client) => client.end()));
  await database.drop();
});

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'another program' });
  open.push(client);
  await client.connect();
  return client;
}

/** A migration that changes two tables in turn, as many do. */
const BOTH = 'alter table lists add column x int; alter table subscribers add column x int;';
const apply = (sql: string, patience?: number) =>
  migrate(database.url, log, [...known, later('9001_later', sql)], patience);
const later = (name: string, sql: string): Migration => ({ name, sql, checksum: '0'.repeat(64) });

/** On a cluster the machines of the teams hold the locks, where these tests see nothing. */
const onOneMachine = test.skipIf(process.env.CITUS_URL);

/** Whether a migration waits for a lock now. */
const waits = async (watcher: pg.Client) => (await lockWaits(watcher, 'alter table subscribers')) > 0;

onOneMachine('no write waits two seconds while a long reader blocks a migration', async () => {
  const [reader, writer, watcher] = [await session(), await session(), await session()];
  await reader.query('begin; select count(*) from subscribers');
  await writer.query(`set lock_timeout = '2s'`);
  const migrated = apply(BOTH);
  for (let tries = 0; tries < 3; tries++) {
    await until(() => waits(watcher));
    // Each of these waits behind the migration, and fails if it has to wait for two seconds.
    await writer.query('update lists set name = name');
    await writer.query('update subscribers set email = email');
    await until(async () => !(await waits(watcher)));
  }
  await reader.query('commit');
  expect(await migrated).toEqual(['9001_later']);
});

onOneMachine('the migration gives way in a deadlock, and the other transaction continues', async () => {
  const [other, watcher] = [await session(), await session()];
  await other.query('begin; select from subscribers for update');
  const migrated = apply(BOTH);
  await until(() => waits(watcher));
  await other.query('update lists set name = name');
  await other.query('commit');
  expect(await migrated).toEqual(['9001_later']);
});

onOneMachine('a migration that PostgreSQL chooses as the victim of a deadlock is retried', async () => {
  const [other, gate, watcher] = [await session(), await session(), await session()];
  await statement(
    database.url,
    `do $$ begin execute format('alter database %I set deadlock_timeout = %L', current_database(), '50ms'); end $$`,
  );
  await gate.query('begin; select pg_advisory_xact_lock(1)');
  await other.query('begin; select from subscribers for update');
  const migrated = apply(
    'alter table lists add column x int; select pg_advisory_xact_lock(1); alter table subscribers add column x int;',
  );
  await until(async () => (await lockWaits(watcher, 'pg_advisory_xact_lock')) > 0);
  const written = other.query('update lists set name = name');
  await until(async () => (await lockWaits(watcher, 'update lists')) > 0);
  await gate.query('commit');
  await written;
  await other.query('commit');
  expect(await migrated).toEqual(['9001_later']);
});

onOneMachine('a migration that never gets its tables names their users in one line', async () => {
  const reader = await session();
  await reader.query('begin; select count(*) from subscribers');
  const { rows } = await reader.query('select pg_backend_pid() as pid');
  const refused = apply(BOTH, 1);
  await expect(refused).rejects.toThrow(SetupError);
  await expect(refused).rejects.toThrow(
    new RegExp(
      `^Migration 9001_later waited \\d+ s for its tables, which a transaction of "another program" \\(process ${rows[0].pid}, for \\d+ s\\) uses: end it, then start again$`,
    ),
  );
});

onOneMachine('waiting for several busy tables takes no longer than for one', async () => {
  const tables = ['lists', 'subscribers', 'templates', 'campaigns'];
  const readers = await Promise.all(tables.map(session));
  const [writer, watcher] = [await session(), await session()];
  await Promise.all(readers.map((reader, index) => reader.query(`begin; select from ${tables[index]}`)));
  await writer.query(`set lock_timeout = '2s'`);
  const migrated = apply(tables.map((table) => `alter table ${table} add column x int;`).join(' '));
  await until(async () => (await lockWaits(watcher, 'alter table lists')) > 0);
  const written = writer.query('update lists set name = name');
  for (const [index, table] of tables.entries()) {
    await until(async () => (await lockWaits(watcher, `alter table ${table}`)) > 0);
    await watcher.query('select pg_sleep(0.6)');
    await readers[index]!.query('commit');
  }
  await written;
  expect(await migrated).toEqual(['9001_later']);
});

test('a busy job queue is handled in the same way', async () => {
  const [other, watcher] = [await session(), await session()];
  await other.query('begin; lock table graphile_worker.migrations in access exclusive mode');
  const migrated = migrate(database.url, log);
  for (let tries = 0; tries < 2; tries++) {
    await until(async () => (await lockWaits(watcher, 'graphile_worker')) > 0);
    await until(async () => (await lockWaits(watcher, 'graphile_worker')) === 0);
  }
  await other.query('commit');
  expect(await migrated).toEqual([]);
});

test('time limits of the database and of its address do not apply to migrations', async () => {
  await statement(
    database.url,
    `do $$ declare name text; begin
       foreach name in array array['statement_timeout', 'idle_in_transaction_session_timeout'] loop
         execute format('alter database %I set %I = %L', current_database(), name, '200ms');
       end loop; end $$`,
  );
  expect(
    await migrate(`${database.url}?query_timeout=300`, log, [...known, later('9001_slow', 'select pg_sleep(0.5)')]),
  ).toEqual(['9001_slow']);
});

test('a lock_timeout of the database does not keep processes from waiting for one another', async () => {
  await statement(
    database.url,
    `do $$ begin execute format('alter database %I set lock_timeout = %L', current_database(), '20ms'); end $$`,
  );
  const slow = [...known, later('9001_slow', 'select pg_sleep(0.3)')];
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.url, log, slow)));
  expect(runs.flat()).toEqual(['9001_slow']);
});

test('time limits of the database do not apply to a backup, nor to its restore', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-limits-'));
  const file = join(folder, 'backup');
  const empty = await createTestDatabase();
  try {
    const [other, watcher] = [await session(), await session()];
    for (const { url } of [database, empty]) {
      await statement(
        url,
        `do $$ begin execute format('alter database %I set statement_timeout = %L', current_database(), '500ms'); end $$`,
      );
    }
    await other.query('set statement_timeout = 0; begin; lock table lists in access exclusive mode');
    const done = runHere(['backup', file], { DATABASE_URL: database.url });
    await until(async () => (await lockWaits(watcher, 'copy')) > 0);
    await other.query('select pg_sleep(0.8)');
    await other.query('commit');
    expect(await done).toMatchObject({ code: 0, stderr: '' });
    await statement(
      empty.url,
      `create function slow() returns event_trigger language plpgsql as $$ begin perform pg_sleep(0.8); end $$;
       create event trigger slow on ddl_command_start when tag in ('CREATE TABLE') execute function slow()`,
    );
    expect(await runHere(['restore', file], { DATABASE_URL: empty.url })).toMatchObject({ code: 0, stderr: '' });
  } finally {
    await empty.drop();
    await rm(folder, { recursive: true });
  }
});
