import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expired } from '../../../src/database/backup/retention.ts';
import { lastMoment, SCHEDULED_BACKUP_LOCK } from '../../../src/jobs/scheduled-backups.ts';
import { BackupBucket } from '../../../src/storage/backup-bucket.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { type BucketServer, openBucketServer } from '../../support/bucket-server.ts';
import { type Ran, runHere } from '../../support/command-line.ts';
import { createTestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let folder: string;
beforeAll(async () => {
  api = await openTestApp();
  const list = await makeList(api);
  await subscribeMany(api, list, [{ email: 'ann@people.test' }, { email: 'bob@people.test' }]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-backups-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => api.close());

const backUp = (env: Record<string, string> = {}): Promise<Ran> =>
  runHere(['backup', '--scheduled'], {
    ...{ DATABASE_URL: api.databaseUrl, DATA_DIR: join(folder, 'data'), BACKUP_URL: join(folder, 'backups'), ...env },
  });
const files = () => readdir(join(folder, 'backups'));
const known = async () => (await api.rest('GET', '/installation')).body.data.last_backup;

const NAME = /^tidings-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
const MADE = /^Backed up \d+ rows to \S+ as tidings-\S+\.backup \(\d+\.\d MB\)\. /;

/** A cluster has no other database to restore into. */
const CHECKED = process.env.CITUS_URL
  ? 'It was not test-restored, because the database is a cluster'
  : 'A test restore succeeded.';

/** Waits until no database is left that a check has created. Another test's check on this server may be under way. */
const noScratch = () =>
  until(async () => {
    const found = await statement(api.databaseUrl, `select from pg_database where datname like 'tidings_check_%'`);
    return found.length === 0;
  });

test('a scheduled backup is restored for a check, kept under its name, and recorded', async () => {
  await statement(api.databaseUrl, 'delete from last_backups');
  const { code, stdout, stderr } = await backUp();
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(MADE);
  expect(stdout).toContain(CHECKED);
  expect(await files()).toEqual([expect.stringMatching(NAME)]);
  expect(await known()).toMatchObject({ made_by: 'command' });
  await noScratch();
  const empty = await createTestDatabase({ empty: true });
  const [file] = await files();
  const restored = await runHere(['restore', join(folder, 'backups', file as string)], { DATABASE_URL: empty.url });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('2 subscribers')]);
  await empty.drop();
});

test.skipIf(process.env.CITUS_URL)(
  'a backup whose rows cannot be restored is neither kept nor recorded, and no older one is deleted',
  async () => {
    await backUp({ BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '0' });
    const [before] = await files();
    await statement(
      api.databaseUrl,
      'delete from last_backups; alter table lists alter name drop not null; update lists set name = null',
    );
    try {
      const { code, stdout, stderr } = await backUp({ BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '0' });
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^tidings: \S+\.unchecked is damaged: its rows are invalid \(23502\)\n$/);
      expect([await files(), await known()]).toEqual([[before], null]);
      await noScratch();
    } finally {
      await statement(api.databaseUrl, `update lists set name = 'News'; alter table lists alter name set not null`);
    }
  },
);

test('while another process makes a backup, none is made', async () => {
  const other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
  await other.query('select pg_advisory_lock($1)', [SCHEDULED_BACKUP_LOCK]);
  expect(await backUp()).toEqual({ code: 0, stdout: 'Another process is making the backup.\n', stderr: '' });
  await expect(files()).rejects.toThrow('ENOENT');
  await other.end();
});

test('for a role that may not create databases only the checksum is checked', async () => {
  const { username, password } = new URL(api.databaseUrl);
  await statement(api.databaseUrl, `create role modest login password '${password}' in role ${username}`);
  const url = api.databaseUrl.replace(`//${username}:`, '//modest:');
  const { code, stdout } = await backUp({ DATABASE_URL: url });
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('Its checksum is correct. It was not test-restored, because'),
  ]);
  await statement(api.databaseUrl, 'drop owned by modest; drop role modest');
  expect((await backUp({ BACKUP_CHECK: 'checksum' })).stdout).toMatch(
    /Its checksum is correct\.( Removed 1 older\.)?\n$/,
  );
});

test('a passphrase encrypts scheduled backups, which are restored for a check all the same', async () => {
  const file = join(folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple');
  expect((await backUp({ BACKUP_PASSPHRASE_FILE: file })).stdout).toContain(CHECKED);
  const [name] = await files();
  const path = join(folder, 'backups', name as string);
  expect((await runHere(['restore', '--check', path])).code).toBe(1);
  expect((await runHere(['restore', '--check', '--passphrase-file', file, path])).stdout).toContain('is complete');
});

test('a folder that cannot be written is one line', async () => {
  await writeFile(join(folder, 'backups'), 'a file');
  const { code, stderr } = await backUp();
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^tidings: The backup cannot be written to \S+ \(E\w+\)\n$/),
  ]);
  expect((await runHere(['backup', '--scheduled'], { DATABASE_URL: api.databaseUrl })).stderr).toBe(
    'tidings: --scheduled needs BACKUP_URL, the folder or bucket for backups\n',
  );
});

const day = (date: string, hour = '03') => `tidings-${date}T${hour}-00-00Z.backup`;

test('the newest backup of each day and each week stays, and foreign files always do', async () => {
  const daily = Array.from({ length: 30 }, (_, n) => day(`2026-06-${String(n + 1).padStart(2, '0')}`));
  const others = ['notes.txt', 'tidings-2020-01-01.backup', `${day('2020-01-01')}.unchecked`];
  const twice = day('2026-06-30', '02');
  const names = [...daily, twice, ...others];
  const kept = names.filter((name) => !expired(names, { days: 3, weeks: 3 }).includes(name));
  // 28 June is the Sunday that ends the week before, 21 June the one before it.
  expect(kept.sort()).toEqual(
    [day('2026-06-21'), ...['28', '29', '30'].map((n) => day(`2026-06-${n}`)), ...others].sort(),
  );
  // Time alone deletes no backup; only a new one does.
  expect(expired(kept, { days: 3, weeks: 3 })).toEqual([]);
});

test('old backups are deleted once a new one exists, and so are the files of a killed process', async () => {
  await backUp();
  const left = [`${day('2020-01-01')}.unchecked`, `${day('2020-01-01')}.unchecked.42.unfinished`];
  for (const name of [day('2020-01-01'), day('2020-01-02'), ...left, 'notes.txt'])
    await writeFile(join(folder, 'backups', name), '');
  const { stdout } = await backUp({ BACKUP_KEEP_DAYS: '1', BACKUP_KEEP_WEEKS: '1' });
  expect(stdout).toMatch(/Removed [23] older\.\n$/);
  expect((await files()).sort()).toEqual(['notes.txt', expect.stringMatching(/^tidings-20(?!20)/)]);
});

test('the last scheduled time is the most recent one in the past', () => {
  const at = (time: string) => Date.parse(`2026-06-10T${time}Z`);
  expect(new Date(lastMoment(3 * 60, at('03:00:00'))).toISOString()).toBe('2026-06-10T03:00:00.000Z');
  expect(new Date(lastMoment(3 * 60, at('02:59:59'))).toISOString()).toBe('2026-06-09T03:00:00.000Z');
});

test.each(['PORT', 'folder', ''])('BACKUP_URL=%j is a folder with its whole path, or a bucket', async (url) => {
  const { code, stderr } = await backUp({ BACKUP_URL: url, BACKUP_AT: '3 am' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('BACKUP_AT must be a time (UTC) such as 03:00, or off')]);
  expect(stderr.includes('BACKUP_URL must be a folder such as /var/backups/tidings')).toBe(url !== '');
});

const TYPE = 'application/octet-stream';

/** In a bucket. */
async function withBucket(work: (server: BucketServer) => Promise<void>): Promise<void> {
  const server = await openBucketServer('backups');
  await work(server).finally(() => server.close());
}

test('a bucket keeps backups as a folder does', () =>
  withBucket(async (server) => {
    server.objects.set(`shop/${day('2020-01-01')}`, { bytes: Buffer.alloc(1), type: TYPE });
    const { code, stdout, stderr } = await backUp({
      BACKUP_URL: server.url,
      BACKUP_KEEP_DAYS: '1',
      BACKUP_KEEP_WEEKS: '1',
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Backed up \d+ rows to the bucket backups as tidings-\S+ .+ Removed 1 older\.\n$/);
    expect(stdout).toContain(CHECKED);
    const [[key, { bytes }]] = [...server.objects] as unknown as [[string, { bytes: Buffer }]];
    expect([server.objects.size, key]).toEqual([1, expect.stringMatching(/^shop\/tidings-/)]);
    const file = join(folder, 'fetched');
    await writeFile(file, bytes);
    expect((await runHere(['restore', '--check', file])).stdout).toContain('2 subscribers');
    expect(await readdir(join(folder, 'data', 'backups'))).toEqual([]);
  }));

test('a bucket error is one line without its secret, and no backup is recorded', () =>
  withBucket(async (server) => {
    await statement(api.databaseUrl, 'delete from last_backups');
    server.failing = 403;
    const { code, stderr } = await backUp({ BACKUP_URL: server.url });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^tidings: The backup was not made: the bucket of backups is not responding \(\w+\)\n$/),
    ]);
    expect(await known()).toBe(null);
    expect((await backUp({ BACKUP_URL: 's3://key:hunter2@backups?colour=red' })).stderr).toBe(
      'tidings: BACKUP_URL has the unknown setting colour; the settings are region, endpoint and path_style\n',
    );
  }));

test('large files are sent in parts, and the stored copy is compared', () =>
  withBucket(async (server) => {
    const bucket = new BackupBucket(server.url, 10);
    const file = join(folder, 'large');
    await writeFile(file, '0123456789abcdefghijXYZ');
    await bucket.put(file, 'large');
    expect(server.objects.get('shop/large')?.bytes.toString()).toBe('0123456789abcdefghijXYZ');
    expect(await bucket.list()).toEqual(['large']);
    const set = server.objects.set.bind(server.objects);
    server.objects.set = (key, { type }) => set(key, { bytes: Buffer.from('other'), type });
    await writeFile(file, '0123456789abcdefghijXYZ');
    await expect(bucket.put(file, 'broken')).rejects.toThrow('the backup in the bucket differs from the one sent');
    expect(await bucket.list()).toEqual(['large']);
    bucket.close();
  }));
