import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from '../support/command-line.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll } from '../support/processes.ts';
import { type Server, startServer } from '../support/server.ts';
import { subscribeBySse, subscribeByWs } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

/** Less than the time for which a process caches a token without a notice. */
const AT_MOST_SECONDS = 9;

let database: TestDatabase;
let server: Server;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({ env: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

/** In another process than the server's. */
const command = (...args: string[]) => runHere(args, { DATABASE_URL: database.url });

test('a revoked token is refused by the running server, and its live subscriptions end', async () => {
  const { stdout } = await command('token', 'create', '--name', 'Live', '--ability', 'read');
  const token = stdout.trim();
  const its = [await subscribeBySse(server, { token }), await subscribeByWs(server, { token })];
  const others = [await subscribeBySse(server), await subscribeByWs(server)];
  expect((await server.rest('GET', '/lists', undefined, token)).status).toBe(200);
  expect((await command('token', 'revoke', token)).code).toBe(0);
  const answered = async () => (await server.rest('GET', '/lists', undefined, token)).status;
  await until(async () => (await answered()) === 401, AT_MOST_SECONDS);
  for (const subscriber of its) await until(() => subscriber.ended);
  expect(others.map(({ ended }) => ended)).toEqual([undefined, undefined]);
  for (const other of others) other.close();
  expect((await subscribeBySse(server, { token })).ended).toBeDefined();
  expect((await subscribeByWs(server, { token })).ended).toBeDefined();
});

test('a suspended team is locked out, its live subscriptions end, and it can be resumed', async () => {
  const [team, token] = (await command('team', 'create', '--name', 'Guests')).stdout.split('\n') as [string, string];
  const its = [await subscribeBySse(server, { token }), await subscribeByWs(server, { token })];
  const other = await subscribeBySse(server);
  const status = async () => (await server.rest('GET', '/lists', undefined, token)).status;
  expect(await status()).toBe(200);
  expect((await command('team', 'suspend', '--team', team)).code).toBe(0);
  await until(async () => (await status()) === 403, AT_MOST_SECONDS);
  for (const subscriber of its) await until(() => subscriber.ended);
  expect(other.ended).toBeUndefined();
  expect((await subscribeBySse(server, { token })).ended).toBeDefined();
  expect((await command('team', 'resume', '--team', team)).code).toBe(0);
  await until(async () => (await status()) === 200, AT_MOST_SECONDS);
  const back = await subscribeByWs(server, { token });
  expect(back.ended).toBeUndefined();
});
