import { copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { command, endAll } from '../support/processes.ts';
import { newHome, type Server, startServer, TOKEN } from '../support/server.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

const SECRET = 'the secret of an installation that is backed up';

let files: string;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  files = await newHome();
});
afterAll(async () => {
  await endAll();
  await Promise.all(databases.map((database) => database.drop()));
  await rm(files, { recursive: true, force: true });
});

async function newDatabase({ empty = true } = {}): Promise<string> {
  const database = await createTestDatabase({ empty });
  databases.push(database);
  return database.url;
}

/** Settings of an installation on a database of the suite's server, for commands without their own process. */
const inDatabase = async (url: string) => ({
  DATABASE_URL: url,
  DATA_DIR: await mkdtemp(join(files, 'home-')),
  APP_SECRET: SECRET,
});

/** A hash of the rows of each table, and the waiting jobs. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await statement(
    url,
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename <> all('{_prisma_migrations,installation_secrets,last_backups,message_minutes}')`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = `select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash, count(*)::int as count from ${name} r`;
    const [row] = await statement(url, rows);
    contents[String(name)] = `${row!.count} ${row!.hash}`;
  }
  const jobs = await statement(
    url,
    `select task_identifier as task, j.payload, j.run_at from graphile_worker.jobs i
     join graphile_worker._private_jobs j using (id) order by 1, 2::text`,
  );
  return { ...contents, jobs: JSON.stringify(jobs) };
}

async function subscribe(server: Server, list: string, count: number, prefix: string): Promise<void> {
  const subscribers = Array.from({ length: count }, (_, index) => ({ email: `${prefix}${index}@people.test` }));
  expect((await server.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers })).status).toBeLessThan(300);
}

test('a backup of a running installation is consistent, and restores elsewhere with its secret', async () => {
  const home = await newHome();
  const server = await startServer({ env: { DATA_DIR: home } });
  const list = (await server.rest('POST', '/lists', { name: 'News', from_email: 'news@shop.test' })).body.data.id;
  await subscribe(server, list, 100, 'before');
  let writing = true;
  let rounds = 0;
  const writer = (async () => {
    for (; writing; rounds++) await subscribe(server, list, 50, `during${rounds}-`);
  })();
  const file = join(files, 'running.backup');
  const done = await command(['backup', '--with-secret', file], { DATA_DIR: home });
  writing = false;
  await writer;
  expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/^Wrote \d+ rows into .*running\.backup/)]);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  await server.process.end();

  const other = await newHome();
  const restored = await command(['restore', file], { DATA_DIR: other });
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ rows \(1 teams, 1 lists/)]);
  expect(await readFile(join(other, 'app-secret'), 'utf8')).toBe(await readFile(join(home, 'app-secret'), 'utf8'));
  const again = await startServer({ env: { DATA_DIR: other, BOOTSTRAP_TOKEN: '' } });
  const { body } = await again.rest('GET', `/lists/${list}/subscribers`, undefined, TOKEN);
  // Batches are written whole: the backup's moment lies between two of them.
  expect((body.meta.total - 100) % 50).toBe(0);
  expect(body.meta.total).toBeLessThanOrEqual(100 + rounds * 50);
  await subscribe({ ...again, rest: (method, path, sent) => again.rest(method, path, sent, TOKEN) }, list, 10, 'after');
  const { total } = (await again.rest('GET', `/lists/${list}/subscribers`, undefined, TOKEN)).body.meta;
  expect(total).toBe(body.meta.total + 10);
  await again.process.end();
});

test('a restore brings back every row and every waiting job, and nothing else', async () => {
  const from = await inDatabase(await newDatabase({ empty: false }));
  expect((await runHere(['seed-demo', '--people', '500'], from)).code).toBe(0);
  const jobs = `select graphile_worker.add_job('sweep', '{"n": 1}'::json, run_at := '2100-01-01')`;
  await statement(from.DATABASE_URL, jobs);
  const month = `create table event_months.events_2100_01 partition of events
    for values from (first_id_at('2100-01-01Z')) to (first_id_at('2100-02-01Z'))`;
  await statement(from.DATABASE_URL, month);
  const file = join(files, 'demo.backup');
  expect((await runHere(['backup', file], from)).code).toBe(0);
  const checked = await runHere(['restore', '--check', file]);
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^The backup is complete: \d+ rows/)]);
  const to = await inDatabase(await newDatabase());
  const restored = await command(['restore', file], to);
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(await contentsOf(to.DATABASE_URL)).toEqual(await contentsOf(from.DATABASE_URL));
  const known = 'select made_by from last_backups';
  expect(await statement(from.DATABASE_URL, known)).toEqual([{ made_by: 'command' }]);
  expect(await statement(to.DATABASE_URL, known)).toEqual([]); // the new one has no backup yet
  const months = 'select * from event_months.months';
  expect(await statement(to.DATABASE_URL, months)).toEqual(await statement(from.DATABASE_URL, months));
  const checks = `select conname, convalidated from pg_constraint where contype = 'f' order by 1`;
  expect(await statement(to.DATABASE_URL, checks)).toEqual(await statement(from.DATABASE_URL, checks));
  const triggers = `select tgname, tgenabled from pg_trigger where not tgisinternal order by 1`;
  expect(await statement(to.DATABASE_URL, triggers)).toEqual(await statement(from.DATABASE_URL, triggers));
});

test('a failed restore prints one clear line and changes nothing', async () => {
  const whole = join(files, 'demo.backup');
  const { size } = await stat(whole);
  const damaged = async (name: string, damage: (path: string) => Promise<void>) => {
    const path = join(files, name);
    await copyFile(whole, path);
    await damage(path);
    return path;
  };
  const text = gunzipSync(await readFile(whole)).toString('latin1');
  const rewritten = (name: string, change: (text: string) => string) =>
    damaged(name, (path) => writeFile(path, gzipSync(Buffer.from(change(text), 'latin1'))));
  const to = await inDatabase(await newDatabase());
  const bad: [string, RegExp][] = [
    [await damaged('cut', (path) => truncate(path, size - 100)), /is damaged/],
    [await damaged('half', (path) => truncate(path, Math.floor(size / 2))), /is damaged/],
    [await damaged('other', (path) => writeFile(path, 'email\nann@people.test\n')), /is damaged or not a backup/],
    [await rewritten('json', () => '{"a": 1}\n'), /is not a backup of Tidings/],
    [
      await rewritten('newer', (all) => all.replace(/"migration":"[^"]+"/, '"migration":"9999_later"')),
      /is newer than/,
    ],
    [
      await rewritten('fewer', (all) => all.replace(/("table":"subscribers"[^\n]*\n)[^\n]*\n/, '$1')),
      /rows of \w+ are missing/,
    ],
    [join(files, 'nothing'), /there is no file/],
  ];
  for (const [file, problem] of bad) {
    for (const args of [
      ['restore', '--check', file],
      ['restore', file],
    ]) {
      // One of them runs as the operator's process, with its whole standard error.
      const { code, stderr } = file === bad[0]![0] ? await command(args, to) : await runHere(args, to);
      expect([file, args.length, code, stderr]).toEqual([file, args.length, 1, expect.stringMatching(problem)]);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  }
  const wrong = await runHere(['restore', whole], { ...to, APP_SECRET: 'another secret, just as long as that one' });
  expect(wrong.stderr).toMatch(/APP_SECRET is not the secret of the backup/);
  expect(await statement(to.DATABASE_URL, `select from pg_tables where schemaname = 'public'`)).toEqual([]);
  expect((await runHere(['restore', whole], to)).code).toBe(0);
  const full = await runHere(['restore', whole], to);
  expect(full.stderr).toMatch(/The database is in use: restore into an empty one/);
  const there = await runHere(['backup', whole], to);
  expect(there.stderr).toMatch(/exists already/);
  const nowhere = await runHere(['backup', join(files, 'no', 'folder')], to);
  expect(nowhere.stderr).toMatch(/cannot be written \(ENOENT\)/);
});

test('a start with a secret but without a database fails and creates none', async () => {
  const home = await newHome();
  await writeFile(join(home, 'app-secret'), `${SECRET}\n`);
  const started = await command(['serve'], { DATA_DIR: home });
  expect([started.code, started.stderr]).toEqual([1, expect.stringContaining('its database is missing in')]);
  expect(started.stderr.trim().split('\n')).toHaveLength(1);
  await rm(join(home, 'app-secret'));
  const server = await startServer({ env: { DATA_DIR: home } });
  await until(() => server.process.stdout.includes(`Data                     ${home}`));
  await server.process.end();
});
