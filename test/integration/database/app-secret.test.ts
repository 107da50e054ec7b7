import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, SetupError } from '../../../src/config.ts';
import { appSecret } from '../../../src/database/app-secret.ts';
import { type Connection, connect } from '../../../src/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let connections: Connection[];
beforeAll(async () => {
  database = await createTestDatabase();
  connections = Array.from({ length: 6 }, () => connect(database.url, 2));
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await database.drop();
});

const inHome = (dataDir: string) => appSecret({ dataDir }, connections[0]!.db);

async function withHome(work: (home: string) => Promise<void>): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'tidings-secret-'));
  await chmod(home, 0o755);
  await work(home).finally(() => rm(home, { recursive: true }));
}

test('APP_SECRET is the secret, and must be long', async () => {
  const secret = 'x'.repeat(32);
  expect(await appSecret(readConfig({ APP_SECRET: secret, DATABASE_URL: database.url }), connections[0]!.db)).toBe(
    secret,
  );
  expect(() => readConfig({ APP_SECRET: 'short' })).toThrow('APP_SECRET must have at least 32 characters');
});

test('otherwise one is created once in DATA_DIR, for its owner alone', () =>
  withHome(async (home) => {
    const secrets = await Promise.all([inHome(home), inHome(home), inHome(home)]);
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await readdir(home)).toEqual(['app-secret']);
    const file = join(home, 'app-secret');
    expect(await readFile(file, 'utf8')).toBe(`${secrets[0]}\n`);
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  }));

test('an emptied file is reported in one clear line, and gives no guessable key', () =>
  withHome(async (home) => {
    await writeFile(join(home, 'app-secret'), '\n');
    await expect(inHome(home)).rejects.toThrow(SetupError);
    await expect(inHome(home)).rejects.toThrow('contains no secret');
  }));

test('with DATABASE_URL it is created once in the database, and all processes agree', () =>
  withHome(async (home) => {
    const config = { databaseUrl: database.url, dataDir: home };
    const secrets = await Promise.all(connections.map(({ db }) => appSecret(config, db)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{43}$/);
    expect(await readdir(home)).toEqual([]);
  }));
