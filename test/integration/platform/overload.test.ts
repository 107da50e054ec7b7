import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSocket } from '../../support/api-interfaces.ts';
import { type Answer, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { sendCsv } from '../../support/csv.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { until } from '../../support/until.ts';

const MESSAGE = 'The server is overloaded. Nothing was done. Try again in a moment.';

let api: TestApp;
let other: pg.Client;
let address: string;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ maxConcurrentRequests: 2 });
  other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  list = await makeList(api);
});
afterAll(async () => {
  await other.end();
  await api.close();
});

/** Two requests that wait until the suppressions can be written. */
let held: Promise<Answer>[];
beforeEach(holdTwo);
afterEach(async () => {
  await letGo();
  await api.db.suppression.deleteMany();
  expect(api.installation.requestLimit.count).toBe(0);
});

async function holdTwo(): Promise<void> {
  await other.query('begin; lock table suppressions in share mode');
  held = ['a', 'b'].map((name) => suppress(`${name}@blocked.test`));
  await until(async () => api.installation.requestLimit.count === 2 && (await lockWaits(other)) === 2);
}

async function letGo(): Promise<Answer[]> {
  await other.query('rollback');
  return Promise.all(held);
}

const suppress = (email: string, headers = {}) => api.rest('POST', '/suppressions', { email }, { headers });

test('a request above the limit gets 503 with Retry-After, on both interfaces, and others continue', async () => {
  const refused = await api.rest('GET', '/lists');
  expect([refused.status, refused.body]).toEqual([503, { message: MESSAGE, errors: {} }]);
  expect(refused.headers['retry-after']).toBe('2');
  const answer = await api.app.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query: '{ lists { totalCount } }' } },
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
  const { message, extensions } = answer.json().errors[0];
  expect([message, extensions]).toEqual([MESSAGE, { code: 'UNAVAILABLE', retryAfter: 2 }]);

  expect((await letGo()).map(({ status }) => status)).toEqual([201, 201]);
  expect((await api.rest('GET', '/suppressions')).body.meta.total).toBe(2);
});

/** A request with only its headers sent and received. */
const begin = async (email: string) => {
  const body = JSON.stringify({ email });
  const headers = {
    ...{ authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    ...{ 'content-length': body.length, expect: '100-continue' },
  };
  const asked = request(address, { method: 'POST', path: '/v1/suppressions', headers }).on('error', () => {});
  const answered = new Promise<number>((resolve) => {
    asked.once('response', ({ statusCode }) => resolve(statusCode!));
  });
  asked.flushHeaders();
  await once(asked, 'continue');
  return { asked, answered, body };
};

test('a request above the limit is refused before its body is read', async () => {
  const { asked, answered } = await begin('c@blocked.test');
  expect(await answered).toBe(503);
  asked.destroy();
});

test('a request whose body arrives after the limit is reached is refused, and never executed', async () => {
  await letGo();
  await api.db.suppression.deleteMany();
  const { asked, answered, body } = await begin('c@blocked.test');
  await holdTwo();
  asked.end(body);
  expect(await answered).toBe(503);
  await letGo();
  expect(await api.db.suppression.count({ where: { target: 'c@blocked.test' } })).toBe(0);
  expect(await api.db.suppression.count()).toBe(2);
});

test('a query over a WebSocket is refused too, and its socket stays open', async () => {
  const client = openSocket(address, api.token, { lazy: false });
  let connected = 0;
  client.on('connected', () => {
    connected += 1;
  });
  const ask = async () => (await client.iterate({ query: '{ lists { totalCount } }' }).next()).value;
  await expect(ask()).rejects.toMatchObject([{ message: MESSAGE, extensions: { code: 'UNAVAILABLE', retryAfter: 2 } }]);
  await letGo();
  expect([await ask(), connected]).toEqual([{ data: { lists: { totalCount: 1 } } }, 1]);
  await client.dispose();
});

test('a refused write runs when it is repeated with its key', async () => {
  const headers = { 'idempotency-key': 'the same' };
  expect((await suppress('c@blocked.test', headers)).status).toBe(503);
  await letGo();
  const again = await suppress('c@blocked.test', headers);
  expect([again.status, again.headers['idempotent-replay']]).toEqual([201, undefined]);
});

test('health, metrics, links in e-mails and uploads are answered as usual', async () => {
  expect((await api.app.inject('/health/ready')).statusCode).toBe(200);
  expect((await api.app.inject('/unsubscribe/unknown')).statusCode).toBe(404);
  expect((await api.app.inject('/metrics')).payload).toContain('tidings_http_requests_in_progress 2');
  expect((await sendCsv(api, list, 'email\nann@people.test\n')).status).toBe(202);
});

test('a request counts until it is done, even after its client has disconnected', async () => {
  await letGo();
  await other.query('begin; lock table suppressions in share mode');
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' };
  const arrived = once(api.app.server, 'connection');
  const asked = request(address, { agent: false, method: 'POST', path: '/v1/suppressions', headers });
  asked.on('error', () => {}).end('{"email":"gone@blocked.test"}');
  const [socket]: Socket[] = await arrived;
  await until(async () => (await lockWaits(other)) === 1);
  asked.destroy();
  await until(() => socket?.closed === true);
  expect(api.installation.requestLimit.count).toBe(1);
  await other.query('rollback');
  await until(() => api.installation.requestLimit.count === 0);
});

test('open live streams do not count', async () => {
  await letGo();
  const headers = {
    ...{ authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    accept: 'text/event-stream',
  };
  const query = 'subscription { transactionalMailStatusChanged { id } }';
  const streams = await Promise.all(
    [1, 2].map(() => fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })),
  );
  expect(streams.map(({ status }) => status)).toEqual([200, 200]);
  expect((await api.rest('GET', '/lists')).status).toBe(200);
  await Promise.all(streams.map(({ body }) => body?.cancel()));
});
