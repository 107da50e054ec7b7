import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { runHere } from '../../support/command-line.ts';
import { craftBackup, rewriteBackup } from '../../support/crafted-backup.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { newHome } from '../../support/server.ts';
import { statement } from '../../support/statement.ts';

const COPY_TO_FILE = `/var/tmp/tidings-crafted-backup-${process.pid}`;

let files: string;
let whole: string;
let source: TestApp;
let target: TestDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  files = await newHome();
  whole = join(files, 'whole.backup');
  [source, target] = await Promise.all([openTestApp(), createTestDatabase()]);
  settings = { DATABASE_URL: target.url, DATA_DIR: join(files, 'target') };
  await subscribe(source, await makeList(source), [{ email: 'ann@people.test', tags: ['vip'] }]);
  expect((await source.rest('POST', '/events', { email: 'ann@people.test', name: 'order' })).status).toBe(201);
  const from = { DATABASE_URL: source.databaseUrl, DATA_DIR: join(files, 'source') };
  expect((await runHere(['backup', whole], from)).code).toBe(0);
});
afterAll(async () => {
  await Promise.all([source.close(), target.drop()]);
  await rm(files, { recursive: true, force: true });
});

/** The number of rows of our tables and of the queue, the roles, and the files of the installation. */
async function stored(): Promise<unknown> {
  const tables = await statement(
    target.url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker', 'event_months') and tablename not in ('_prisma_migrations', 'migrations')
     order by 1`,
  );
  const counts = tables.map(({ name }) => `(select count(*) from ${name})`);
  const [rows] = await statement(target.url, `select ${counts.join(' + ')} as count`);
  const made = existsSync(settings.DATA_DIR!) ? await readdir(settings.DATA_DIR!, { recursive: true }) : [];
  return [tables.length, rows!.count, await statement(target.url, 'select rolname from pg_roles order by 1'), made];
}

/** Adds a table with rows before the first one. */
const withTable =
  (table: unknown, columns: unknown, rows = '', count = 0) =>
  (text: string) => {
    const start = text.indexOf('\n') + 1;
    const added = `${JSON.stringify({ table, columns })}\n${rows}\\.\n${JSON.stringify({ rows: count })}\n`;
    return text.slice(0, start) + added + text.slice(start);
  };

const header = (change: (header: Record<string, unknown>) => void) => (text: string) => {
  const end = text.indexOf('\n');
  const first = JSON.parse(text.slice(0, end));
  change(first);
  return JSON.stringify(first) + text.slice(end);
};

const mediaRow = (row: string) => (text: string) =>
  text.replace(/("table":"tidings_media_files"[^\n]*\n)\\\.\n\{"rows":0\}/, `$1${row}\n\\.\n{"rows":1}`);

const CRAFTED: Record<string, (text: string) => string> = {
  'a program as the table': withTable(`teams from program 'touch ${COPY_TO_FILE}' --`, ['x']),
  'a program after the columns': withTable('teams', [`id) from program 'touch ${COPY_TO_FILE}' --`]),
  'a file as the table': withTable(`teams to '${COPY_TO_FILE}' --`, ['id']),
  'a second statement': withTable('teams (id) from stdin; create role intruder superuser; --', ['id']),
  'a quote within a quoted table': withTable('"teams" (id) from stdin --"', ['id']),
  'a table of the system': withTable('pg_authid', ['rolname'], 'intruder\n', 1),
  'a table of the queue': withTable('graphile_worker._private_jobs', ['id'], '1\n', 1),
  'the history of migrations': withTable('_prisma_migrations', ['id'], '1\n', 1),
  'the secrets of the installation': withTable('installation_secrets', ['name', 'value'], 'app-secret\tmine\n', 1),
  'a view': withTable('pg_stat_activity', ['pid']),
  'a table twice': withTable('tags', ['team_id', 'id', 'public_id', 'name', 'slug', 'created_at']),
  'a column that the table does not have': (text) =>
    text.replace('"table":"tags","columns":["team_id"', '"table":"tags","columns":["owner"'),
  'a column twice': (text) =>
    text.replace('"table":"tags","columns":["team_id"', '"table":"tags","columns":["id","team_id"'),
  'no columns': withTable('tags', []),
  'columns that are no list': withTable('tags', 'id'),
  'a table that is no text': withTable(['teams'], ['id']),
  'a table less': (text) => text.replace(/\{"table":"suppressions"[^\n]*\n(?:[^\n]*\n)*?\\\.\n\{"rows":\d+\}\n/, ''),
  'a row of another type': (text) => text.replace(/("table":"teams"[^\n]*\n)[^\t]+/, '$1no number'),
  'a row without its owner': (text) => text.replace(/("table":"tags"[^\n]*\n)\d+/, '$199999'),
  'a job that is no object': (text) =>
    text.replace(
      /("table":"jobs"[^\n]*\n(?:[^\n]*\n)*?)\\\.\n\{"rows":(\d+)\}/,
      (_, rows, n) => `${rows}{"identifier": null}\n\\.\n{"rows":${Number(n) + 1}}`,
    ),
  'a short secret': header((first) => {
    first.secret = 'short';
  }),
  'a secret that is no text': header((first) => {
    first.secret = { length: 40 };
  }),
  'a part of events with a statement': header((first) => {
    first.months = [
      {
        name: 'events_x" partition of events default; drop table teams; --',
        from: null,
        until: '01890000-0000-7000-8000-000000000000',
      },
    ];
  }),
  'parts of events that overlap': header((first) => {
    const [month] = first.months as { name: string }[];
    first.months = [month, { ...month, name: 'events_again' }];
  }),
  'a migration that is no name': header((first) => {
    first.migration = "0001'; drop table teams; --";
  }),
  'a picture outside': mediaRow('../../../../../../tmp\tx.png\tAAAA'),
  'a picture of no medium': mediaRow(`${'a'.repeat(22)}\t${'0'.repeat(32)}.png\tAAAA`),
  'a picture that begins outside of it': mediaRow(`${'a'.repeat(22)}\t${'0'.repeat(32)}.png/../../../x\tAAAA`),
};

test('every crafted backup is refused in one line and changes nothing', async () => {
  await runHere(['migrate'], settings); // with its secret
  const before = await stored();
  for (const [name, change] of Object.entries(CRAFTED)) {
    const file = await craftBackup(whole, join(files, 'crafted.backup'), (text) => {
      const changed = change(text);
      expect([name, changed !== text]).toEqual([name, true]);
      return changed;
    });
    const { code, stderr } = await runHere(['restore', file], settings);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(/^tidings: [^\n]*\n$/)]);
    expect([name, existsSync(COPY_TO_FILE), await stored()]).toEqual([name, false, before]);
  }
});

test('a backup with a wrong checksum is refused before anything is written', async () => {
  const changes: Record<string, (text: string) => string> = {
    'one letter of a row': (text) => text.replace(/("table":"teams"[^\n]*\n[^\n]*)[a-z]/, '$1Q'),
    'the date in its first line': header((first) => {
      first.created_at = '2020-01-01T00:00:00.000Z';
    }),
    'no checksum': (text) => text.replace(/"sha256":"\w+"/, '"x":1'),
    'another checksum': (text) => text.replace(/"sha256":"\w/, '"sha256":"x'),
    'a line after its end': (text) => `${text}{"complete":true}\n`,
  };
  for (const [name, change] of Object.entries(changes)) {
    const file = await rewriteBackup(whole, join(files, 'changed.backup'), change);
    for (const args of [
      ['restore', '--check', file],
      ['restore', file],
    ]) {
      const { code, stderr } = await runHere(args, settings);
      expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(/is damaged: [^\n]+\n$/)]);
    }
  }
  expect(await statement(target.url, 'select from teams')).toEqual([]);
});

test('a backup of an older version without a checksum is restored, and --check says so', async () => {
  const older = (text: string) =>
    header((first) => {
      delete first.checksum;
    })(text).replace(/\{"complete":true,"sha256":"\w+"\}/, '{"complete":true}');
  const file = await rewriteBackup(whole, join(files, 'older.backup'), older);
  const checked = await runHere(['restore', '--check', file]);
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('made it without a checksum')]);
  const { code, stderr, stdout } = await runHere(['restore', file], settings);
  expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^Restored \d+ rows \(2 teams/)]);
});
