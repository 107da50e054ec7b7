import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readConfig, SetupError } from '../../../src/config.ts';
import { connect, run, sql } from '../../../src/database/connect.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { createLog } from '../../../src/log.ts';
import {
  AUTHORITY,
  EXPIRED,
  OTHER_AUTHORITY_PEM,
  OTHER_NAME,
  SELF_SIGNED,
  VALID,
} from '../../support/certificates/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { statement } from '../../support/statement.ts';
import { type DatabaseProxy, startTlsProxy } from '../../support/tls-proxy.ts';

const log = createLog('silent');
let database: TestDatabase;
let folder: string;
let otherAuthority: string;
const proxies: DatabaseProxy[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'tidings-managed-'));
  otherAuthority = join(folder, 'other.pem');
  await writeFile(otherAuthority, OTHER_AUTHORITY_PEM);
  await writeFile(join(folder, 'no.pem'), 'not a certificate');
});
afterEach(() => {
  for (const proxy of proxies.splice(0)) proxy.close();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function proxy(...args: Parameters<typeof startTlsProxy> extends [string, ...infer Rest] ? Rest : never) {
  const started = await startTlsProxy(database.url, ...args);
  proxies.push(started);
  return started;
}

/** The address of the test's database with other parts. */
function address(port: number, query: string, host = '127.0.0.1'): string {
  const { username, password, pathname } = new URL(database.url);
  return `postgresql://${username}:${password}@${host}:${port}${pathname}${query}`;
}

/** Opens a database as a start does, and queries it as the program does; returns the reason of a failure. */
async function tryToUse(url: string): Promise<string> {
  try {
    const { databaseUrl } = readConfig({ DATABASE_URL: url });
    await openDatabase({ databaseUrl }, log);
    const connection = connect(databaseUrl as string, 2);
    try {
      expect(await run(connection.db, sql`select 1 as one`)).toEqual([{ one: 1 }]);
      expect(await connection.db.team.count()).toBe(0);
    } finally {
      await connection.close();
    }
    return 'works';
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    expect(error.message).toMatch(/^DATABASE_URL \S[^\n]+$/);
    return error.message;
  }
}

const UNTRUSTED = /its certificate authority is not trusted: set sslrootcert= to the file with its certificate/;
const OTHER_NAMES = /the certificate is for other host names: use one of them as host, or sslmode=verify-ca/;

test.each([
  ['disable', SELF_SIGNED, '', 'works'],
  ['prefer', SELF_SIGNED, '', 'works'],
  ['require', SELF_SIGNED, '', 'works'],
  ['require', EXPIRED, '', 'works'],
  ['no-verify', SELF_SIGNED, '', 'works'],
  ['require&uselibpqcompat=true', SELF_SIGNED, '', 'works'],
  ['require', VALID, 'AUTHORITY', 'works'],
  ['require', VALID, 'OTHER', UNTRUSTED],
  ['require', OTHER_NAME, 'OTHER', 'works'],
  ['verify-ca', OTHER_NAME, 'OTHER', 'works'],
  ['verify-ca', OTHER_NAME, 'AUTHORITY', UNTRUSTED],
  ['verify-ca', EXPIRED, 'AUTHORITY', /renew the certificate of the server/],
  ['verify-full', VALID, 'AUTHORITY', 'works'],
  ['verify-full', OTHER_NAME, 'OTHER', OTHER_NAMES],
  ['verify-full', VALID, '', UNTRUSTED],
  ['verify-full', SELF_SIGNED, '', UNTRUSTED],
  ['require', undefined, '', /the server has no TLS: use sslmode=disable, or prefer/],
  ['prefer', undefined, '', 'works'],
  ['allow', undefined, '', 'works'],
])('sslmode=%s works as in libpq (%#)', async (mode, certificate, authority, expected) => {
  const { port, seen } = await proxy(certificate);
  const file = { AUTHORITY, OTHER: otherAuthority }[authority];
  const outcome = await tryToUse(address(port, `?sslmode=${mode}${file ? `&sslrootcert=${file}` : ''}`));
  if (expected instanceof RegExp) return expect(outcome).toMatch(expected);
  expect(outcome).toBe('works');
  const isPlain = certificate === undefined || mode === 'disable';
  expect([seen.tls > 0, seen.plain > 0]).toEqual([!isPlain, isPlain]);
});

test.each([
  [
    '?sslmode=verify-full&sslrootcert=/nonexistent/ca.pem',
    'names /nonexistent/ca.pem as sslrootcert, which cannot be read (ENOENT)',
  ],
  ['?sslmode=require&sslrootcert=/tmp', 'names /tmp as sslrootcert, which cannot be read (EISDIR)'],
  ['?sslmode=require&sslrootcert=NO_PEM', 'which is not a PEM file'],
  ['?sslmode=verify-ca', 'has sslmode=verify-ca without sslrootcert'],
  ['?sslmode=require&sslrootcert=system', 'use verify-full'],
  ['?sslmode=required', 'has sslmode=required: use disable, allow, prefer, require, verify-ca, verify-full'],
  ['?sslcert=/nonexistent/c.pem&sslkey=/k.pem', 'names /nonexistent/c.pem as sslcert'],
  ['?schema=tidings', 'has schema=tidings, but Tidings keeps its tables in public'],
  ['?options=-c%20search_path%3Dtidings,public', 'works'],
  ['?options=-c%20search_path%3Dpg_temp,pg_catalog', 'keeps its tables in public'],
  ['?target_session_attrs=standby', 'has target_session_attrs=standby'],
  ['?target_session_attrs=read-write', 'works'],
  ['?query_timeout=soon', 'has query_timeout=soon: it must be a number of milliseconds'],
  ['?connection_limit=5&pgbouncer=true&schema=public', 'works'],
  ['?channel_binding=prefer&gssencmode=disable&application_name=mine', 'works'],
])('%s is one line with a remedy, or works', async (query, said) => {
  const { port } = await proxy(undefined);
  const outcome = await tryToUse(address(port, query.replace('NO_PEM', join(folder, 'no.pem'))));
  expect(outcome).toContain(said);
});

test.each([
  ['mysql://u:p@h/db', 'DATABASE_URL must begin with postgresql://'],
  ['postgresql://u:hunter%2@h/db', 'DATABASE_URL has a % in the password that does not begin a code: write it as %25'],
  ['postgresql://u:p@h:99999/db', 'DATABASE_URL has a port outside 1 to 65535'],
  ['postgresql://u:p@h1,h2:x/db', 'DATABASE_URL has a host or a port that cannot be read'],
  ['postgresql://u:hunter/2@h/db', 'DATABASE_URL has an @ in the wrong place'],
  ['postgresql://u:1234/hunter@h/db', 'DATABASE_URL has an @ in the wrong place: in a password write / as %2F'],
  ['postgresql://u:1234?hunter@h/db', 'DATABASE_URL has an @ in the wrong place'],
  ['postgresql://u:p@h1,h2/db?port=1,2,3', 'DATABASE_URL names 2 hosts and 3 ports'],
])('%s is one line', (url, said) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(said);
  expect(() => readConfig({ DATABASE_URL: url })).not.toThrow('hunter');
});

test.skipIf(process.env.CITUS_URL)('connection errors suggest a remedy', async () => {
  const { username, password, pathname, port, hostname } = new URL(database.url);
  const at = (place: string, path = pathname, secret = password) =>
    tryToUse(`postgresql://${username}:${secret}@${place}${path}`);
  expect(await at('127.0.0.1:1')).toMatch(/ECONNREFUSED 127\.0\.0\.1:1: nothing listens at this address/);
  expect(await at('no.such.host.invalid')).toMatch(/no\.such\.host\.invalid: DNS does not know the host/);
  expect(await at(`${hostname}:${port}`, '/absent')).toMatch(/"absent" does not exist: create the database/);
  const wrong = await at(`${hostname}:${port}`, pathname, 'se%23cret@with:odd');
  expect(wrong).toMatch(/password authentication failed .*: correct user and password; in a URL write % as %25/);
  expect(wrong).not.toContain('cret@with');
  expect(await tryToUse(`postgresql://${username}@/db?host=/nonexistent`)).toMatch(
    /the socket does not exist: correct the folder/,
  );
  const other = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  expect(await at(`127.0.0.1:${(other.address() as { port: number }).port}`)).toMatch(/^DATABASE_URL cannot be used: /);
  other.close();
});

test.each([['?host=FOLDER'], ['?host=FOLDER&port=5432'], ['?sslmode=require&host=FOLDER']])(
  'a socket is reached by %s, and so it is as host',
  async (query) => {
    await proxy(undefined, join(folder, '.s.PGSQL.5432'));
    const { username, password, pathname } = new URL(database.url);
    const account = `${username}:${password}@`;
    const encoded = encodeURIComponent(folder);
    expect(await tryToUse(`postgresql://${account}${pathname}${query.replace('FOLDER', folder)}`)).toBe('works');
    expect(await tryToUse(`postgresql://${account}localhost${pathname}${query.replace('FOLDER', folder)}`)).toBe(
      'works',
    );
    expect(await tryToUse(`postgresql://${account}${encoded}${pathname}`)).toBe('works');
    expect(
      await tryToUse(
        `postgresql://${pathname}${query.replace('FOLDER', folder)}&user=${username}&password=${password}`,
      ),
    ).toBe('works');
    await rm(join(folder, '.s.PGSQL.5432'), { force: true });
  },
);

test('the writable host of several is used, and another one after its failure', async () => {
  const [first, second] = [await proxy(undefined), await proxy(undefined)];
  const { username, password, pathname } = new URL(database.url);
  const url = `postgresql://${username}:${password}@127.0.0.1:1,127.0.0.1:${first.port},[::1]:2${pathname}?target_session_attrs=read-write`;
  expect(await tryToUse(url)).toBe('works');
  const both = `postgresql://${username}:${password}@127.0.0.1,127.0.0.1${pathname}?port=${first.port},${second.port}`;
  expect(await tryToUse(both)).toBe('works');
  first.close();
  expect(await tryToUse(both)).toBe('works');
  second.close();
  expect(await tryToUse(both)).toMatch(/nothing listens at this address/);
});

test('a read-only database is refused with one line', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await statement(database.url, `alter database ${name} set default_transaction_read_only = on`);
  expect(await tryToUse(database.url)).toMatch(/the database is read-only: connect to the primary, not a standby/);
  await statement(
    database.url,
    `set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`,
  );
});
