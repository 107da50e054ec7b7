import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { callRaw, openSecondProcess } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let testApp: TestApp;
let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
const LIMIT = 10;
beforeAll(async () => {
  testApp = await openTestApp({ rateLimitPerMinute: LIMIT });
  secondProcess = await openSecondProcess(testApp);
});
afterAll(async () => {
  await secondProcess.close();
  await testApp.close();
});
beforeEach(async () => {
  api = await openTeam(testApp);
});

const read = (app = api.app, token = api.token) => callRaw(app, token, 'GET', '/v1/lists');
const query = (app = api.app) => callRaw(app, api.token, 'POST', '/graphql', { query: '{ lists { totalCount } }' });
const newToken = (rateLimit?: number) => createToken(api.db, api.teamId, { name: 'Own', ability: 'write', rateLimit });

test('exactly the limit is allowed, and each answer has the remaining number', async () => {
  for (let left = LIMIT - 1; left >= 0; left -= 1) {
    const { status, headers } = await read();
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': String(left) });
    expect(headers['retry-after']).toBeUndefined();
  }
  const refused = await read();
  expect(refused.status).toBe(429);
  expect(JSON.parse(refused.text)).toEqual({ message: 'Too many requests.', errors: {} });
  expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' });
  expect(refused.headers['retry-after']).toMatch(/^([1-9]|[1-5]\d|60)$/);
});

test('two processes share one limit, in turns and at once', async () => {
  const token = await newToken(60);
  const inTurns = [];
  for (let call = 0; call < 30; call += 1) inTurns.push(await read(call % 2 ? api.app : secondProcess.app, token));
  expect(inTurns.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(
    Array.from({ length: 30 }, (_, call) => String(59 - call)),
  );
  const atOnce = await Promise.all(
    Array.from({ length: 70 }, (_, call) => read(call % 2 ? api.app : secondProcess.app, token)),
  );
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(atOnce.filter(({ status }) => status === 429)).toHaveLength(40);
});

test('a large limit is leased in parts and never exceeded, for any distribution of calls', async () => {
  const token = await newToken(2_000);
  const call = async (count: number, app = api.app) => {
    let allowed = 0;
    for (let done = 0; done < count; done += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => callRaw(app, token, 'GET', '/v1/nothing')));
      allowed += answers.filter(({ status }) => status === 404).length;
    }
    return allowed;
  };
  const [mine, theirs] = await Promise.all([call(1_800), call(700, secondProcess.app)]);
  expect(mine + theirs).toBeLessThanOrEqual(2_000);
  // Unused leased calls of the other process return to this one.
  let late = 0;
  for (let answer = await read(api.app, token); mine + theirs + late < 2_000; answer = await read(api.app, token)) {
    if (answer.status === 200) late += 1;
  }
  expect((await read(api.app, token)).status).toBe(429);
});

test('counting restarts each minute, on the clock of the database', async () => {
  for (let call = 0; call < LIMIT; call += 1) await read();
  expect((await read(secondProcess.app)).status).toBe(429);
  await statement(api.databaseUrl, "update rate_windows set started_at = started_at - interval '1 minute'");
  const next = await read();
  expect(next).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '9' } });
});

test('REST, GraphQL and operations over WebSocket count together', async () => {
  for (let call = 0; call < LIMIT - 2; call += 1) await (call % 2 ? read() : query(secondProcess.app));
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  const client = createClient({
    url: `ws://127.0.0.1:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${api.token}` },
  });
  const overSocket = async () => (await client.iterate({ query: '{ lists { totalCount } }' }).next()).value;
  expect(await overSocket()).toEqual({ data: { lists: { totalCount: 0 } } });
  expect(await query()).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '0' } });
  await expect(overSocket()).rejects.toMatchObject([
    { extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
  ]);
  const refused = await query();
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  expect(JSON.parse(refused.text).errors).toMatchObject([
    {
      message: 'Too many requests.',
      extensions: { code: 'RATE_LIMITED', retryAfter: Number(refused.headers['retry-after']) },
    },
  ]);
  await client.dispose();
});

test('the rate limit applies after 401, and before 403, the body and 404', async () => {
  const token = await newToken(1);
  expect((await callRaw(api.app, token, 'GET', '/v1/nothing')).headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
  const big = { name: 'x'.repeat(11 * 1024 * 1024) };
  expect((await callRaw(api.app, token, 'POST', '/v1/lists', big)).status).toBe(429);
  expect((await callRaw(api.app, token, 'POST', '/graphql', big)).status).toBe(429);
  await statement(api.databaseUrl, `update teams set status = 'suspended' where id = ${api.teamId}`);
  expect((await callRaw(api.app, token, 'GET', '/v1/lists')).status).toBe(429);
  expect(await read()).toMatchObject({ status: 403, headers: { 'x-ratelimit-remaining': '9' } });
  const unauthenticated = await read(api.app, 'nobody');
  expect(unauthenticated.status).toBe(401);
  expect(unauthenticated.headers['x-ratelimit-limit']).toBeUndefined();
});

test('a refusal for missing permission counts, and has the remaining number', async () => {
  const refused = await callRaw(api.app, api.readToken, 'POST', '/v1/lists', {});
  expect(refused).toMatchObject({ status: 403, headers: { 'x-ratelimit-remaining': '9' } });
});

test('each token is counted separately, and may have its own limit', async () => {
  const own = await newToken(2);
  const unlimited = await newToken(0);
  expect((await read(api.app, own)).headers).toMatchObject({ 'x-ratelimit-limit': '2', 'x-ratelimit-remaining': '1' });
  expect((await read()).headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '9' });
  expect((await read(api.app, unlimited)).headers['x-ratelimit-limit']).toBeUndefined();
});

test('if it is switched off, there is no limit and no header', async () => {
  const off = await openTestApp({ rateLimitPerMinute: 0 });
  const { headers, status } = await off.rest('GET', '/lists');
  expect(status).toBe(200);
  expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  await off.close();
});
