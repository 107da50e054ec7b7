import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll } from '../support/processes.ts';
import { newHome, type Server, startServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOOK = new URL('../support/rebinding-names.mjs', import.meta.url).href;
const NAME = 'hooks.shop.test';
/** On the public internet, of a network that answers nobody (RFC 7534). */
const PUBLIC = '192.31.196.1';

let files: string;
let database: TestDatabase;
let inner: WebhookReceiver;
beforeEach(async () => {
  files = await newHome();
  database = await createTestDatabase();
  inner = await openReceiver();
});
afterEach(async () => {
  await endAll();
  inner.close();
  await database.drop();
  await rm(files, { recursive: true, force: true });
});

/** A server for which the name leads to these addresses, one after the other. */
const serve = (addresses: string[], more: Record<string, string> = {}) =>
  startServer({
    env: {
      ...{ DATABASE_URL: database.url, DATA_DIR: files, NODE_OPTIONS: `--import ${HOOK}` },
      ...{ REBOUND: NAME, ADDRESSES: addresses.join(' '), LOOKUPS: join(files, 'lookups'), ...more },
    },
  });
const lookups = async () => (await readFile(join(files, 'lookups'), 'utf8').catch(() => '')).trim().split('\n');

/** Has a webhook told of an event; gives its first attempt. */
async function attemptAt(server: Server, url: string) {
  const made = await server.rest('POST', '/webhooks', { url, kinds: ['event.recorded'] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await server.rest('POST', '/events', { email: 'ada@people.test', name: 'seen' })).status).toBe(201);
  const path = `/webhooks/${made.body.data.id}/deliveries`;
  return until(async () => (await server.rest('GET', path)).body.data[0]?.attempts[0]);
}

const REFUSED = 'The address leads into a private network, where this installation sends no requests.';

test.each([
  ['this machine', '127.0.0.1'],
  ['a public address and this machine', `${PUBLIC},127.0.0.1`],
  ['this machine within IPv6', '::ffff:127.0.0.1'],
  ['this machine by IPv6', '::1'],
])(
  'a webhook that was saved under a public name, which leads to %s when it is delivered, reaches nothing inside',
  async (_, rebound) => {
    const server = await serve([rebound]);
    const attempt = await attemptAt(server, `https://${NAME}:${inner.port}/hook`);
    expect(attempt).toMatchObject({ status: null, answer: null, error: REFUSED });
    expect([inner.connections, await lookups()]).toEqual([0, [rebound]]);
  },
);

test('a name that is public when it is looked at and inner a moment later is looked up once, and reaches nothing inside', async () => {
  const server = await serve([PUBLIC, '127.0.0.1']);
  const attempt = await attemptAt(server, `https://${NAME}:${inner.port}/hook`);
  expect(attempt).toMatchObject({ status: null });
  expect(attempt.error).not.toBe(REFUSED); // it was tried, where it was public
  // The next attempt, five seconds later, finds the inner address.
  const again = await until(async () => {
    const [webhook] = (await server.rest('GET', '/webhooks')).body.data;
    return (await server.rest('GET', `/webhooks/${webhook.id}/deliveries`)).body.data[0]?.attempts[1];
  });
  expect(again).toMatchObject({ status: null, error: REFUSED });
  expect([inner.connections, await lookups()]).toEqual([0, [PUBLIC, '127.0.0.1']]);
});

test('where the operator allows the name, the same delivery arrives inside', async () => {
  const server = await serve(['127.0.0.1'], { OUTBOUND_ALLOW: NAME });
  expect(await attemptAt(server, `http://${NAME}:${inner.port}/hook`)).toMatchObject({ status: 204 });
  expect(inner.received).toHaveLength(1);
});
