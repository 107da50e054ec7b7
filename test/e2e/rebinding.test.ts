import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOOK = new URL('../support/rebinding-names.mjs', import.meta.url).href;
/** On the public internet, in a network that never answers (RFC 7534). */
const PUBLIC = '192.31.196.1';
const INNER = [
  ['this machine', 'v4.shop.test', '127.0.0.1'],
  ['a public address and this machine', 'both.shop.test', `${PUBLIC},127.0.0.1`],
  ['this machine within IPv6', 'mapped.shop.test', '::ffff:127.0.0.1'],
  ['this machine by IPv6', 'v6.shop.test', '::1'],
] as const;
const TURNING = 'turning.shop.test';
const ALLOWED = 'allowed.shop.test';
const REBOUND = {
  ...Object.fromEntries(INNER.map(([, name, addresses]) => [name, [addresses]])),
  ...{ [TURNING]: [PUBLIC, '127.0.0.1'], [ALLOWED]: ['127.0.0.1'] },
};
const REFUSED = 'The address is in a private network. This installation sends no requests there.';

let files: string;
let database: TestDatabase;
let server: Server;
let inner: WebhookReceiver;
beforeAll(async () => {
  files = await newHome();
  database = await createTestDatabase();
  inner = await openReceiver();
  server = await serve();
});
afterAll(async () => {
  await endAll();
  inner.close();
  await database.drop();
  await rm(files, { recursive: true, force: true });
});

/** A server for which the names resolve to these addresses. */
const serve = (more: Record<string, string> = {}) =>
  startServer({
    env: {
      ...{ DATABASE_URL: database.url, DATA_DIR: files, NODE_OPTIONS: `--import ${HOOK}` },
      ...{ REBOUND: JSON.stringify(REBOUND), LOOKUPS: join(files, 'lookups'), ...more },
    },
  });

async function lookupsOf(name: string): Promise<string[]> {
  const lines = (await readFile(join(files, 'lookups'), 'utf8')).trim().split('\n');
  return lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
}

/** Creates a webhook at a name, and triggers an event; returns the path of its deliveries. */
async function notify(name: string, scheme: 'http' | 'https' = 'https'): Promise<string> {
  const url = `${scheme}://${name}:${inner.port}/hook`;
  const made = await server.rest('POST', '/webhooks', { url, kinds: ['event.recorded'] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await server.rest('POST', '/events', { email: 'ada@people.test', name: 'seen' })).status).toBe(201);
  return `/webhooks/${made.body.data.id}/deliveries`;
}

const attemptAt = (path: string, number = 0) =>
  until(async () => (await server.rest('GET', path)).body.data[0]?.attempts[number]);

test.each(INNER)(
  'a webhook saved under a public name that resolves to %s at delivery reaches no private host',
  async (_, name, addresses) => {
    expect(await attemptAt(await notify(name))).toMatchObject({ status: null, answer: null, error: REFUSED });
    expect([inner.connections, await lookupsOf(name)]).toEqual([0, [addresses]]);
  },
);

test('a name that changes from a public to a private address is looked up once, and reaches no private host', async () => {
  const path = await notify(TURNING);
  const attempt = await attemptAt(path);
  expect(attempt).toMatchObject({ status: null });
  expect(attempt.error).not.toBe(REFUSED); // it was tried at the public address
  // The next attempt, five seconds later, finds the private address.
  expect(await attemptAt(path, 1)).toMatchObject({ status: null, error: REFUSED });
  expect([inner.connections, await lookupsOf(TURNING)]).toEqual([0, [PUBLIC, '127.0.0.1']]);
});

test('if the operator allows the name, the same delivery arrives at the private host', async () => {
  await server.process.end();
  server = await serve({ OUTBOUND_ALLOW: ALLOWED });
  expect(await attemptAt(await notify(ALLOWED, 'http'))).toMatchObject({ status: 204 });
  expect(inner.received).toHaveLength(1);
});
