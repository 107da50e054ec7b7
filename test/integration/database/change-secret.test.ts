import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openInstallation } from '../../../src/installation.ts';
import { createApp } from '../../../src/server.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { runHere } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { linkOf } from '../../support/pages.ts';
import { statement } from '../../support/statement.ts';

const FIRST = 'the secret of the tests, 32 long';
const SECOND = 'the second secret as long as the first';
const WITH_COMMA = 'a secret, with a comma in it, and one more';
const THIRD = 'the third secret as long as the others';

let api: TestApp;
let home: string;
const databases: TestDatabase[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tidings-secrets-'));
  api = await openTestApp({ feedbackDomain: 'bounces.shop.test' });
});
afterAll(async () => {
  await api.close();
  await Promise.all(databases.map((database) => database.drop()));
  await rm(home, { recursive: true, force: true });
});

const env = (secrets: Record<string, string>) => ({ DATABASE_URL: api.databaseUrl, DATA_DIR: home, ...secrets });

/** Starts another process's worth of the installation with these secrets. */
async function reopened<Result>(
  secrets: Record<string, string>,
  work: (other: Pick<TestApp, 'app' | 'installation'>) => Promise<Result>,
): Promise<Result> {
  const config = { ...readConfig(secrets), dataDir: home, feedbackDomain: 'bounces.shop.test', rateLimitPerMinute: 0 };
  const installation = await openInstallation(config, api.databaseUrl, pino({ level: 'silent' }));
  const app = await createApp(installation);
  await app.ready();
  return await work({ app, installation }).finally(async () => {
    installation.endStreams();
    await app.close();
    await installation.close();
  });
}

const opens = (secrets: Record<string, string>) => reopened(secrets, async () => true);

test('a wrong APP_SECRET stops the start with one line, and every command that would use it', async () => {
  const wrong = [
    'another secret, just as long as that one',
    `${FIRST} `.replace('long ', 'lonG'),
    `${FIRST}x`,
    FIRST.toUpperCase(),
    `${FIRST}${FIRST}`,
  ];
  for (const APP_SECRET of wrong) {
    for (const args of [
      ['serve'],
      ['work'],
      ['token', 'create', '--name', 'CI', '--ability', 'read'],
      ['backup', join(home, 'none.backup')],
    ]) {
      const { code, stdout, stderr } = await runHere(args, env({ APP_SECRET }));
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/^tidings: APP_SECRET is not the secret of this database: [^\n]+\n$/);
      expect(stderr).not.toContain(APP_SECRET);
    }
  }
  const other = { APP_SECRET: wrong[0]!, APP_SECRET_OLD: THIRD };
  expect((await runHere(['serve'], env(other))).stderr).toContain('APP_SECRET is not the secret');
  expect(await opens({ APP_SECRET: FIRST })).toBe(true);
});

test('a missing APP_SECRET stops the start instead of making a new one', async () => {
  const { code, stderr } = await runHere(['serve'], env({ APP_SECRET: '' }));
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^tidings: APP_SECRET is missing, [^\n]+\n$/)]);
  const names = await api.db.installationSecret.findMany({ select: { name: true } });
  expect(names).toEqual([{ name: 'app-secret-fingerprint' }]);
  expect(await readdir(home)).toEqual([]);
});

test('the database contains no secret, and a dump contains no working link', async () => {
  const { value } = await api.db.installationSecret.findFirstOrThrow();
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(FIRST).not.toContain(value);
});

test('with the former secret in APP_SECRET_OLD, links, addresses, form tokens and stored secrets of both secrets work', async () => {
  const list = await makeList(api, { requires_confirmation: true });
  const { id } = (await api.rest('POST', `/lists/${list}/subscribers`, { email: 'ada@people.test' })).body.data;
  const { installation: first } = api;
  const subject = { teamId: api.teamId, id };
  const link = linkOf(api, 'unsubscribe', id);
  const sealed = first.vault.encrypt(Buffer.from('a password'), 'transport 1');
  const token = first.formTokens.give(subject, new Date(Date.now() - 10_000));
  const bounce = first.returnPaths!.address(subject);
  const leaving = first.unsubscribeAddresses!.address(subject);
  const pathOf = (url: string) => new URL(url).pathname;

  const secrets = { APP_SECRET: SECOND, APP_SECRET_OLD: FIRST };
  const newLink = await reopened(secrets, async ({ app, installation }) => {
    expect((await app.inject({ url: pathOf(link) })).statusCode).toBe(200);
    const now = linkOf({ ...api, installation } as TestApp, 'unsubscribe', id);
    expect(now).not.toBe(link);
    expect((await app.inject({ url: pathOf(now) })).statusCode).toBe(200);
    expect(
      (await app.inject({ url: pathOf(link).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).statusCode,
    ).toBe(404);
    expect(installation.vault.decrypt(sealed, 'transport 1').toString()).toBe('a password');
    expect(() => installation.vault.decrypt(sealed, 'transport 2')).toThrow();
    expect(installation.formTokens.read(subject, token, new Date())).toMatchObject({ id: expect.any(String) });
    expect(installation.returnPaths!.read(bounce)).toMatchObject(subject);
    expect(installation.unsubscribeAddresses!.read(leaving.toUpperCase())).toMatchObject(subject);
    return now;
  });
  await expect(opens({ APP_SECRET: FIRST })).rejects.toThrow('APP_SECRET is not the secret');
  await reopened({ APP_SECRET: THIRD, APP_SECRET_OLD: `${SECOND},${FIRST}` }, async ({ app }) => {
    for (const url of [link, newLink]) expect((await app.inject({ url: pathOf(url) })).statusCode).toBe(200);
  });
  await reopened({ APP_SECRET: THIRD }, async ({ app }) => {
    for (const url of [link, newLink]) expect((await app.inject({ url: pathOf(url) })).statusCode).toBe(404);
  });
  expect(await opens({ APP_SECRET: WITH_COMMA, APP_SECRET_OLD: THIRD })).toBe(true);
  expect(await opens({ APP_SECRET: FIRST, APP_SECRET_OLD: WITH_COMMA })).toBe(true);
});

test('an installation without APP_SECRET moves from its stored secret to the variable', async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const at = { DATABASE_URL: database.url, DATA_DIR: home };
  const made = ['token', 'create', '--name', 'CI', '--ability', 'read'];
  expect((await runHere(made, { ...at, APP_SECRET: '' })).stderr).not.toContain('secret');
  expect((await runHere(made, { ...at, APP_SECRET: SECOND })).stderr).toContain('APP_SECRET is not the secret');
  const [row] = await statement(database.url, "select value from installation_secrets where name = 'app-secret'");
  const changing = { ...at, APP_SECRET: SECOND, APP_SECRET_OLD: String(row!.value) };
  expect((await runHere(made, changing)).stderr).not.toContain('secret');
  expect((await runHere(made, { ...at, APP_SECRET: '' })).stderr).toContain(
    'The secret of the database is not the secret',
  );
});

test('only secret --accept gives up a lost secret', async () => {
  const APP_SECRET = 'the secret after the other one was lost';
  expect((await runHere(['secret'], env({ APP_SECRET }))).code).toBe(1);
  await expect(opens({ APP_SECRET })).rejects.toThrow('run npm run secret -- --accept');
  expect((await runHere(['secret', '--accept'], env({ APP_SECRET }))).code).toBe(0);
  expect(await opens({ APP_SECRET })).toBe(true);
  expect((await runHere(['secret', '--accept'], env({ APP_SECRET: FIRST }))).code).toBe(0);
});

test('APP_SECRET_OLD must be long', () => {
  expect(() => readConfig({ APP_SECRET_OLD: 'short' })).toThrow('APP_SECRET_OLD must have at least 32 characters');
});
