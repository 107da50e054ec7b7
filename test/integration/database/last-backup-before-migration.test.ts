import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { logLastBackup } from '../../../src/database/log-last-backup.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { readMigrations } from '../../../src/database/migrations.ts';
import { createLog, logTo } from '../../../src/log.ts';
import { runHere } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';

const log = createLog('silent');
const known = await readMigrations();
/** The migrations of the previous version. */
const before = known.slice(0, -2);

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'tidings-way-back-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const applied = async (url = database.url) =>
  (await statement(url, 'select migration_name from _prisma_migrations')).length;
const addTeam = () => statement(database.url, `insert into teams (public_id, name) values (gen_random_uuid(), 'Shop')`);
const noteBackup = (age: string) =>
  statement(
    database.url,
    `insert into last_backups (made_by, at) values ('command', now() - interval '${age}')
    on conflict (made_by) do update set at = excluded.at`,
  );

async function logged(): Promise<object[]> {
  const lines: string[] = [];
  await logLastBackup(database.url, logTo('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('a start that migrates data says how old the last known backup is', async () => {
  expect(await logged()).toEqual([]); // the database is empty
  await migrate(database.url, log, before);
  expect(await logged()).toEqual([]); // it has no data
  await addTeam();
  expect(await logged()).toEqual([
    expect.objectContaining({
      ...{ level: 40, migrations: 2 },
      msg: 'applying migrations; without a backup there is no way back, and none is known',
    }),
  ]);
  for (const [age, level, words] of [
    ['4 days 3 hours', 40, '4 days'],
    ['25 hours 1 minute', 40, '25 hours'],
    ['23 hours', 30, '23 hours'],
    ['1 minute', 30, '1 minute'],
  ] as const) {
    await noteBackup(age);
    expect(await logged()).toEqual([
      expect.objectContaining({ level, msg: `applying migrations; the last known backup is ${words} old` }),
    ]);
  }
  await migrate(database.url, log);
  expect(await logged()).toEqual([]);
});

test('a database older than the record of backups has no known backup', async () => {
  await migrate(
    database.url,
    log,
    known.slice(
      0,
      known.findIndex(({ name }) => name === '0154_last_backups'),
    ),
  );
  await addTeam();
  expect(await logged()).toEqual([
    expect.objectContaining({ level: 40, msg: expect.stringContaining('none is known') }),
  ]);
});

test('a backup by a new version leaves the database usable by the previous version, and can be restored', async () => {
  await migrate(database.url, log, before);
  await addTeam();
  const file = join(folder, 'backup');
  expect(await runHere(['backup', file], { DATABASE_URL: database.url })).toMatchObject({ code: 0, stderr: '' });
  expect(await applied()).toBe(before.length);
  expect((await runHere(['restore', '--check', file])).stdout).toContain(`up to migration ${before.at(-1)!.name}`);
  const other = await createTestDatabase({ empty: true });
  try {
    expect(await runHere(['restore', file], { DATABASE_URL: other.url })).toMatchObject({ code: 0, stderr: '' });
    expect(await applied(other.url)).toBe(known.length);
    expect(await statement(other.url, 'select name from teams')).toEqual([{ name: 'Shop' }]);
  } finally {
    await other.drop();
  }
});

test('a scheduled backup and the record of an external one run no migrations', async () => {
  await migrate(database.url, log, before);
  await addTeam();
  const env = { DATABASE_URL: database.url, BACKUP_URL: folder, DATA_DIR: folder };
  expect(await runHere(['backup', '--scheduled'], env)).toMatchObject({ code: 0, stderr: '' });
  expect(await runHere(['backup', '--elsewhere'], env)).toMatchObject({ code: 0, stderr: '' });
  expect(await applied()).toBe(before.length);
});

test('a database too old for a backup, and an empty one, are migrated first', async () => {
  expect(await runHere(['backup', join(folder, 'empty')], { DATABASE_URL: database.url })).toMatchObject({ code: 0 });
  expect(await applied()).toBe(known.length);
});
