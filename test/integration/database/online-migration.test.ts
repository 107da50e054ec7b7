import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SetupError } from '../../../src/config.ts';
import { logProgress } from '../../../src/database/log-progress.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { type Migration, readMigrations } from '../../../src/database/migrations.ts';
import { createLog, logTo } from '../../../src/log.ts';
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
  await statement(database.url, LARGE);
});
afterEach(async () => {
  await Promise.all(open.map((client) => client.end().catch(() => {})));
  await database.drop();
});

/** A table large enough for a slow index build, and a function with which a test can block the build. */
const LARGE = `
  insert into teams (id, public_id, name) values (1, gen_random_uuid(), 'Shop');
  create table visits (team_id int not null, n int, name text);
  insert into visits select 1, n, 'v' || n from generate_series(1, 30000) n;
  create function gated(n int) returns int language plpgsql immutable as $$
    begin perform pg_advisory_xact_lock(1); return n; end $$;`;

const HELD = 'create index concurrently "visits_n_idx" on "visits" ("team_id", (gated(n)));';

async function session(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, application_name: 'another program' });
  client.on('error', () => {});
  open.push(client);
  await client.connect();
  return client;
}

/** A session in which any statement that waits two seconds for a lock fails. */
async function shop(): Promise<pg.Client> {
  const client = await session();
  await client.query(`set lock_timeout = '2s'`);
  return client;
}

const later = (sql: string, name = '9001_later'): Migration => ({ name, sql, checksum: '0'.repeat(64) });
const apply = (sql: string) => migrate(database.url, log, [...known, later(sql)]);
const select = (sql: string) => statement(database.url, sql);
const indexes = (name: string) =>
  select(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${name}')`);
const VALID = [{ valid: true }];

async function hold(): Promise<{ watcher: pg.Client; letGo(): Promise<unknown> }> {
  const [gate, watcher] = [await session(), await session()];
  await gate.query('begin; select pg_advisory_xact_lock(1)');
  return { watcher, letGo: () => gate.query('commit') };
}

const isHeld = async (watcher: pg.Client, statement: string) => (await lockWaits(watcher, `^${statement}`)) > 0;

test('others write to a large table while its index is built', async () => {
  const { watcher, letGo } = await hold();
  const writer = await shop();
  const migrated = apply(HELD);
  await until(() => isHeld(watcher, 'create index'));
  await writer.query(`insert into visits values (1, 1, 'during')`);
  await writer.query(`update visits set name = 'changed' where n = 7`);
  await writer.query('delete from visits where n = 8');
  expect(await indexes('visits_n_idx')).toEqual([{ valid: false }]); // all writes during the build
  await letGo();
  expect(await migrated).toEqual(['9001_later']);
  expect(await indexes('visits_n_idx')).toEqual(VALID);
  expect(await select(`set enable_seqscan = off; select name from visits where team_id = 1 and gated(n) = 7`)).toEqual([
    { name: 'changed' },
  ]);
});

test('others write while an index waits for a transaction that began before', async () => {
  const [reader, writer, watcher] = [await session(), await shop(), await session()];
  await reader.query('begin isolation level repeatable read; select count(*) from subscribers');
  const migrated = apply('create unique index concurrently visits_name_idx on visits (name)');
  await until(() => isHeld(watcher, 'create unique index'));
  await writer.query(`insert into visits values (1, 1, 'during')`);
  await reader.query('commit');
  expect(await migrated).toEqual(['9001_later']);
  expect(await indexes('visits_name_idx')).toEqual(VALID);
});

test('an index whose building was interrupted is dropped and built again', async () => {
  const { watcher, letGo } = await hold();
  const interrupted = apply(HELD);
  await until(() => isHeld(watcher, 'create index'));
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ~* '^create index'`,
  );
  await expect(interrupted).rejects.toThrow(SetupError);
  expect(await indexes('visits_n_idx')).toEqual([{ valid: false }]);
  await letGo();
  expect(await apply(HELD)).toEqual(['9001_later']);
  expect(await indexes('visits_n_idx')).toEqual(VALID);
  expect(await apply(HELD)).toEqual([]);
});

test('processes that start together build an index once, while processes of older versions go on', async () => {
  const { watcher, letGo } = await hold();
  const older = await session();
  const migrated = [1, 2, 3].map(() => apply(HELD));
  await until(() => isHeld(watcher, 'create index'));
  await older.query('begin; select pg_advisory_xact_lock(72707369); select count(*) from _prisma_migrations; commit');
  await letGo();
  expect((await Promise.all(migrated)).flat()).toEqual(['9001_later']);
  expect(
    await select(`select count(*)::int as times from _prisma_migrations where migration_name = '9001_later'`),
  ).toEqual([{ times: 1 }]);
});

test('an existing index built in advance stays the same', async () => {
  await select('create index visits_name_idx on visits (name)');
  const [before] = await select(`select 'visits_name_idx'::regclass::oid as id`);
  expect(await apply('create index concurrently if not exists visits_name_idx on visits (name)')).toEqual([
    '9001_later',
  ]);
  expect(await select(`select 'visits_name_idx'::regclass::oid as id`)).toEqual([before]);
});

test('duplicate rows are reported in one line, and no invalid index slows writes down', async () => {
  await select(`insert into visits values (1, 1, 'v1')`);
  const unique = 'create unique index concurrently visits_name_key on visits (name)';
  await expect(apply(unique)).rejects.toThrow(
    new SetupError(
      'Migration 9001_later cannot be applied, and the next start tries again: could not create unique index "visits_name_key"',
    ),
  );
  expect(await indexes('visits_name_key')).toEqual([]);
  await select(`delete from visits where name = 'v1'`);
  expect(await apply(unique)).toEqual(['9001_later']);
});

test('others write while a constraint is validated', async () => {
  const [vacuum, writer, watcher] = [await session(), await shop(), await session()];
  await select('alter table visits add constraint visits_n_check check (n is not null) not valid'); // an interrupted try
  await vacuum.query('begin; lock table visits in share update exclusive mode');
  const migrated = apply(`
    alter table visits add constraint visits_n_check check (n is not null) not valid;
    alter table visits validate constraint visits_n_check;
    alter table "visits" alter column "n" set not null;`);
  await until(() => isHeld(watcher, 'alter table visits validate'));
  await writer.query(`insert into visits values (1, 1, 'during')`);
  await vacuum.query('commit');
  expect(await migrated).toEqual(['9001_later']);
  expect(await select(`select convalidated as valid from pg_constraint where conname = 'visits_n_check'`)).toEqual(
    VALID,
  );
  await expect(writer.query('insert into visits values (1, null)')).rejects.toThrow('null value in column "n"');
});

test('a row that violates a constraint is one line, and the next start validates again', async () => {
  const steps = `
    alter table visits add constraint visits_n_check check (n < 30000) not valid;
    alter table visits validate constraint visits_n_check`;
  await expect(apply(steps)).rejects.toThrow(
    /^Migration 9001_later cannot be applied, and the next start tries again: check constraint "visits_n_check" .* is violated by some row$/,
  );
  await select('delete from visits where n = 30000');
  expect(await apply(steps)).toEqual(['9001_later']);
});

test('a foreign key is added for a moment, and no write waits for it two seconds', async () => {
  const [reader, writer, watcher] = [await session(), await shop(), await session()];
  await reader.query(`begin; insert into visits values (1, 1, 'before')`);
  const migrated = apply(`
    alter table visits add constraint visits_team_fkey foreign key (team_id) references teams (id) not valid;
    alter table visits validate constraint visits_team_fkey`);
  await until(() => isHeld(watcher, '.*alter table visits add'));
  await writer.query(`insert into visits values (1, 1, 'during')`);
  await until(async () => !(await isHeld(watcher, '.*alter table visits add')));
  await reader.query('commit');
  expect(await migrated).toEqual(['9001_later']);
});

test('an index on events is built for each month, and future months have it', async () => {
  const partly = (await select(
    `select format('%I', c.relname) as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'events'::regclass order by c.relname limit 1`,
  )) as [{ part: string }];
  await select(`create index events_properties_idx on only events (team_id, properties)`); // an interrupted try
  await select(
    `create index "events_properties_idx_${partly[0].part}" on event_months.${partly[0].part} (team_id, properties)`,
  );
  expect(
    await apply('create index concurrently "events_properties_idx" on "events" ("team_id", "properties")'),
  ).toEqual(['9001_later']);
  expect(await indexes('events_properties_idx')).toEqual(VALID);
  await select('select make_event_months(30)');
  const [{ missing }] = (await select(
    `select count(*)::int as missing from pg_inherits i where i.inhparent = 'events'::regclass and not exists (
       select from pg_inherits x join pg_index own on own.indexrelid = x.inhrelid
       where x.inhparent = 'events_properties_idx'::regclass and own.indrelid = i.inhrelid and own.indisvalid)`,
  )) as [{ missing: number }];
  expect(missing).toBe(0);
  expect(
    await migrate(database.url, log, [
      ...known,
      later('select 1'),
      later('drop index concurrently events_properties_idx', '9002_less'),
    ]),
  ).toEqual(['9002_less']);
  expect(await indexes('events_properties_idx')).toEqual([]);
});

test('an index is dropped while a reader blocks changes to the table', async () => {
  const [reader, writer, watcher] = [await session(), await shop(), await session()];
  await select('create index visits_name_idx on visits (name)');
  await reader.query('begin; select count(*) from visits');
  const migrated = apply('drop index concurrently if exists visits_name_idx');
  await until(() => isHeld(watcher, 'drop index'));
  await writer.query(`insert into visits values (1, 1, 'during')`);
  await reader.query('commit');
  expect(await migrated).toEqual(['9001_later']);
  expect(await indexes('visits_name_idx')).toEqual([]);
});

test('statements that cannot be repeated are refused before any change', async () => {
  await expect(apply('alter table visits add column a int; create index concurrently x on visits (n)')).rejects.toThrow(
    'an online migration cannot have this statement, which cannot be repeated safely: alter table visits add column a int',
  );
  expect(
    await select(`select from information_schema.columns where table_name = 'visits' and column_name = 'a'`),
  ).toEqual([]);
});

test('the log names the transaction that a migration waits for', async () => {
  const [reader, builder] = [await session(), await session()];
  await reader.query('begin isolation level repeatable read; select count(*) from subscribers');
  const [{ pid }] = (await builder.query('select pg_backend_pid() as pid')).rows;
  const [{ pid: ofReader }] = (await reader.query('select pg_backend_pid() as pid')).rows;
  const built = builder.query('create index concurrently visits_name_idx on visits (name)');
  const lines: string[] = [];
  const stop = logProgress(
    database.url,
    pid,
    logTo('info', { write: (line) => void lines.push(line) }),
    'Migration x',
    20,
  );
  const ofTheReader = () => lines.find((line) => line.includes(`process ${ofReader},`));
  await until(() => ofTheReader() !== undefined);
  stop();
  await reader.query('commit');
  await built;
  expect(JSON.parse(ofTheReader() as string)).toMatchObject({
    ...{ what: 'Migration x', msg: 'a migration is at work', phase: expect.stringMatching(/^waiting for/) },
    inTheWay: expect.stringMatching(
      new RegExp(`^a transaction of "another program" \\(process ${ofReader}, for \\d+ s\\)$`),
    ),
  });
});
