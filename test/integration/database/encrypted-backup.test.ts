import { generateKeyPairSync } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { runHere } from '../../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { addManySubscribers } from '../../support/many-subscribers.ts';
import { SECRET } from '../../support/secret.ts';
import { newHome } from '../../support/server.ts';
import { statement } from '../../support/statement.ts';

const databases: TestDatabase[] = [];

let files: string;
/** Large enough for several chunks. */
let source: TestApp;
let from: Record<string, string>;
const at = (name: string) => join(files, name);

beforeAll(async () => {
  files = await newHome();
  source = await openTestApp();
  await addManySubscribers(source, await makeList(source));
  from = { DATABASE_URL: source.databaseUrl, DATA_DIR: at('source') };
  for (const name of ['one', 'two']) {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    await writeFile(at(`${name}.public.pem`), publicKey.export({ type: 'spki', format: 'pem' }));
    await writeFile(at(`${name}.private.pem`), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  }
  await writeFile(at('pass'), 'correct horse battery staple\n');
  await writeFile(at('other'), 'another horse, another staple\n');
  await writeFile(at('short'), 'short\n');
});
afterAll(async () => {
  await Promise.all([source.close(), ...databases.map((database) => database.drop())]);
  await rm(files, { recursive: true, force: true });
});

/** `empty`: without our tables, whose creation takes seconds. */
async function installation(secret: string, empty = false): Promise<Record<string, string>> {
  const database = await createTestDatabase({ empty });
  databases.push(database);
  return { DATABASE_URL: database.url, DATA_DIR: await newHome(), APP_SECRET: secret };
}

const teamsOf = async ({ DATABASE_URL }: Record<string, string>) =>
  (await statement(DATABASE_URL!, 'select count(*)::int as n from teams'))[0]!.n;

test('a backup does not contain the secret, and can only be restored with it', async () => {
  const file = at('plain.backup');
  const { stdout } = await runHere(['backup', file], from);
  expect(stdout).toContain('It does not contain the secret');
  expect(gunzipSync(await readFile(file)).includes(SECRET)).toBe(false);
  const refusals: [Record<string, string>, RegExp][] = [
    [
      await installation('another secret, just as long as that one', true),
      /APP_SECRET is not the secret of the backup/,
    ],
    [await installation('', true), /does not contain the secret of its installation: set APP_SECRET/],
  ];
  for (const [to, problem] of refusals) {
    const { code, stderr } = await runHere(['restore', file], to);
    expect([code, stderr]).toEqual([1, expect.stringMatching(problem)]);
    expect(await statement(to.DATABASE_URL!, "select from pg_tables where schemaname = 'public'")).toEqual([]);
  }
  const to = { ...(await installation('the new secret, as long as it has to be')), APP_SECRET_OLD: SECRET };
  expect(await runHere(['restore', file], to)).toMatchObject({ code: 0, stderr: '' });
  expect(await teamsOf(to)).toBe(2);
});

test('a backup contains the secret with --with-secret', async () => {
  const file = at('secret.backup');
  expect((await runHere(['backup', '--with-secret', file], from)).stdout).toContain('It contains the secret');
  expect(gunzipSync(await readFile(file)).includes(SECRET)).toBe(true);
  const to = await installation('');
  expect((await runHere(['restore', file], to)).code).toBe(0);
  expect(await statement(to.DATABASE_URL!, "select value from installation_secrets where name = 'app-secret'")).toEqual(
    [{ value: SECRET }],
  );
});

test('an encrypted backup can only be read with its key, and contains the secret', async () => {
  const kinds: [string, string[], string[], string[][]][] = [
    [
      'passphrase',
      ['--passphrase-file', 'pass'],
      ['--passphrase-file', 'pass'],
      [['--passphrase-file', 'other'], ['--key', 'one.private.pem'], []],
    ],
    [
      'key',
      ['--encrypt-to', 'one.public.pem'],
      ['--key', 'one.private.pem'],
      [['--key', 'two.private.pem'], ['--passphrase-file', 'pass'], ['--key', 'one.public.pem'], []],
    ],
  ];
  const inFiles = ([option, name]: string[]) => (option ? [option, at(name!)] : []);
  for (const [kind, lock, key, wrong] of kinds) {
    const file = at(`${kind}.backup`);
    expect((await runHere(['backup', ...inFiles(lock), file], from)).stdout).toContain('It is encrypted');
    const bytes = await readFile(file);
    for (const word of [SECRET, 'tidings_backup', 'subscribers']) expect(bytes.includes(word)).toBe(false);
    const to = await installation('');
    for (const other of wrong) {
      const { code, stderr } = await runHere(['restore', ...inFiles(other), file], to);
      expect([kind, other, code, stderr]).toEqual([kind, other, 1, expect.stringMatching(/^tidings: [^\n]+\n$/)]);
    }
    expect((await runHere(['restore', '--check', ...inFiles(key), file])).stdout).toContain('The backup is complete');
    expect(await runHere(['restore', ...inFiles(key), file], to)).toMatchObject({ code: 0, stderr: '' });
    expect(await teamsOf(to)).toBe(2);
  }
});

test('a damaged encrypted backup is refused in one line', async () => {
  const file = at('whole.backup');
  expect((await runHere(['backup', '--encrypt-to', at('one.public.pem'), file], from)).code).toBe(0);
  const bytes = await readFile(file);
  const to = await installation('', true);
  for (const [name, damaged] of Object.entries({
    'a changed bit': Buffer.from(bytes.map((byte, index) => (index === 70_000 ? byte ^ 1 : byte))),
    'a chunk less at its end': bytes.subarray(0, bytes.indexOf('\n') + 1 + 65_552),
    'half a chunk': bytes.subarray(0, bytes.length - 100),
    'chunks exchanged': (() => {
      const start = bytes.indexOf('\n') + 1;
      const chunk = (n: number) => bytes.subarray(start + n * 65_552, start + (n + 1) * 65_552);
      return Buffer.concat([bytes.subarray(0, start), chunk(1), chunk(0), bytes.subarray(start + 2 * 65_552)]);
    })(),
    'another version': Buffer.concat([Buffer.from('{"tidings_encrypted_backup":2}\n'), bytes]),
    'nothing but its first line': bytes.subarray(0, bytes.indexOf('\n') + 1),
  })) {
    await writeFile(at('damaged'), damaged);
    const { code, stderr } = await runHere(['restore', '--key', at('one.private.pem'), at('damaged')], to);
    expect([name, code, stderr]).toEqual([name, 1, expect.stringMatching(/^tidings: [^\n]+\n$/)]);
  }
  expect(await statement(to.DATABASE_URL!, "select from pg_tables where schemaname = 'public'")).toEqual([]);
});

test('an unusable key prints one line, and no file is written', async () => {
  const wrong = [
    ['--passphrase-file', at('short')],
    ['--passphrase-file', at('missing')],
    ['--encrypt-to', at('one.private.pem')],
    ['--encrypt-to', at('pass')],
    ['--encrypt-to', at('one.public.pem'), '--passphrase-file', at('pass')],
  ];
  for (const options of wrong) {
    const { code, stderr } = await runHere(['backup', ...options, at('none.backup')], from);
    expect([options, code, stderr]).toEqual([options, 1, expect.stringMatching(/^tidings: [^\n]+\n$/)]);
    await expect(readFile(at('none.backup'))).rejects.toThrow('ENOENT');
  }
  const plain = await runHere(['restore', '--check', '--passphrase-file', at('pass'), at('plain.backup')]);
  expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('is not encrypted')]);
});
