import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SELF_SIGNED } from '../support/certificates/certificates.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll, launch } from '../support/processes.ts';
import { type DatabaseProxy, startTlsProxy } from '../support/tls-proxy.ts';
import { until } from '../support/until.ts';

/** Leads to this machine, and is none of the names that always do. */
const ELSEWHERE = '0.0.0.0';
const WARNING = /The connection to the database at 0\.0\.0\.0 is not encrypted/g;

let database: TestDatabase;
let proxy: DatabaseProxy;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => proxy.close());
afterAll(async () => {
  await endAll();
  await database.drop();
});

test.each([
  ['whose server has no TLS is warned of', undefined, `@${ELSEWHERE}:PORT`, '', {}, 1],
  ['with sslmode=disable is warned of', SELF_SIGNED, `@${ELSEWHERE}:PORT`, '?sslmode=disable', {}, 1],
  ['that PGHOST names is warned of', undefined, '@', '', { PGHOST: ELSEWHERE, PGPORT: 'PORT' }, 1],
  ['with TLS is not', SELF_SIGNED, `@${ELSEWHERE}:PORT`, '?sslmode=require', {}, 0],
  ['that encrypts by itself is not', SELF_SIGNED, `@${ELSEWHERE}:PORT`, '', {}, 0],
  ['on this machine is not', undefined, '@127.0.0.1:PORT', '', {}, 0],
])('a database %s, in one line without its password', async (_, certificate, place, query, variables, lines) => {
  proxy = await startTlsProxy(database.url, certificate);
  const at = (text: string) => text.replace('PORT', String(proxy.port));
  const { username, password, pathname } = new URL(database.url);
  const process = launch(['work'], {
    DATABASE_URL: at(`postgresql://${username}:${password}${place}${pathname}${query}`),
    ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, at(value)])),
  });
  await until(() => process.stdout.includes('Workers are running.'));
  expect(process.stdout.match(WARNING) ?? []).toHaveLength(lines);
  expect(process.stdout + process.stderr).not.toContain(password);
  expect(await process.end()).toBe(0);
});
