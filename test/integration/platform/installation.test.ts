import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { runHere } from '../../support/command-line.ts';
import { signIn } from '../../support/members.ts';
import { statement } from '../../support/statement.ts';

const SECRET = 'the secret of the tests, 32 long';

let api: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-backups-'));
  file = join(folder, 'one.backup');
  api = await openTestApp();
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const backUp = (...args: string[]) =>
  runHere(['backup', ...args], { DATABASE_URL: api.databaseUrl, DATA_DIR: folder, APP_SECRET: SECRET });

async function seenBy(role: Role, testApp = api) {
  const { options } = await signIn(testApp, role);
  return (await testApp.rest('GET', '/installation', undefined, options)).body.data;
}

const QUERY = '{ installation { version database dataLocation lastBackup { at method bytes } } }';

test('the version matches the package, and only owners see the location of the data', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const shown = { version, database: 'embedded', data_at: null, last_backup: null };
  expect((await api.rest('GET', '/installation')).body).toEqual({ data: shown });
  for (const role of ['viewer', 'editor'] as const) expect(await seenBy(role)).toEqual(shown);
  expect(await seenBy('owner')).toEqual({ ...shown, data_at: api.installation.config.dataDir });
  const { body } = await api.graphql(QUERY, {}, (await signIn(api, 'owner')).options);
  expect(body.data.installation).toEqual({
    ...{ version, database: 'EMBEDDED', dataLocation: api.installation.config.dataDir, lastBackup: null },
  });
});

test.each([
  [{}, '/reference', '/playground'],
  [{ trustedDocumentsOnly: true }, null, '/playground'],
  [{ introspection: false, playground: false }, null, null],
])('with %j members find the pages for developers that exist', async (config, reference, playground) => {
  const testApp = await openTestApp(config);
  const { options } = await signIn(testApp, 'viewer');
  const { body } = await testApp.graphql('{ installation { referenceUrl playgroundUrl } }', {}, options);
  const address = (path: string | null) => path && `${testApp.installation.config.publicUrl}${path}`;
  expect(body.data.installation).toEqual({ referenceUrl: address(reference), playgroundUrl: address(playground) });
  const { payload } = await testApp.app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect([payload.includes('href="reference"'), payload.includes('href="graphql"')]).toEqual([
    reference !== null,
    playground !== null,
  ]);
  for (const path of [reference ?? '/reference', playground ?? '/playground']) {
    const { statusCode } = await testApp.app.inject({ url: path, headers: { accept: 'text/html' } });
    expect([path, statusCode]).toEqual([path, [reference, playground].includes(path) ? 200 : 404]);
  }
  await testApp.close();
});

test('an external database shows host and name, but no credentials', async () => {
  const databaseUrl = 'postgresql://someone:pass%2Fword@db.internal:5433/news?password=pass%2Fword&sslmode=require';
  const testApp = await openTestApp({ databaseUrl });
  const seen = await seenBy('owner', testApp);
  expect(seen).toMatchObject({ database: 'external', data_at: 'db.internal:5433/news' });
  await testApp.close();
  const local = await openTestApp({ databaseUrl: 'postgresql:///news?host=/var/run/postgresql&user=someone' });
  expect((await seenBy('owner', local)).data_at).toBe('/var/run/postgresql/news');
  await local.close();
});

test('a completed backup is recorded with the time of its data; only owners see its size', async () => {
  const before = Date.now();
  expect((await backUp(file)).code).toBe(0);
  const { last_backup } = await seenBy('owner');
  expect(last_backup).toEqual({
    at: expect.any(String),
    made_by: 'command',
    bytes: (await stat(file)).size,
  });
  expect(Date.parse(last_backup.at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(last_backup.at)).toBeLessThanOrEqual(Date.now());
  const others = await api.rest('GET', '/installation', undefined, { token: api.otherToken });
  expect(others.body.data.last_backup).toEqual({ ...last_backup, bytes: null });
});

test('a failed backup is not recorded', async () => {
  const { last_backup: before } = await seenBy('owner');
  expect((await backUp(file)).code).toBe(1);
  expect((await backUp(join(folder, 'no', 'such', 'folder'))).code).toBe(1);
  expect((await seenBy('owner')).last_backup).toEqual(before);
});

test('the operator can report a backup by another program, and the newest counts', async () => {
  const { last_backup: before } = await seenBy('owner');
  expect(await backUp('--elsewhere')).toMatchObject({ code: 0, stdout: expect.stringContaining('Recorded') });
  const { last_backup } = await seenBy('owner');
  expect(last_backup).toEqual({ at: expect.any(String), made_by: 'elsewhere', bytes: null });
  expect(Date.parse(last_backup.at)).toBeGreaterThan(Date.parse(before.at));
  expect((await backUp('--elsewhere', file)).code).toBe(1);
  expect((await backUp()).code).toBe(1);
  await statement(api.databaseUrl, `update last_backups set at = '2020-01-01Z' where made_by = 'elsewhere'`);
  expect((await seenBy('owner')).last_backup).toEqual(before);
});
