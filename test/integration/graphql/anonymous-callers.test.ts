import { getIntrospectionQuery } from 'graphql';
import { createClient } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { openSecondProcess } from '../../support/second-process.ts';

let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await openTestApp();
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const UNAUTHENTICATED = { errors: [{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }] };
const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{ lists { totalCount } }';
const asked = encodeURIComponent(QUERY);

const ask = async (method: 'GET' | 'POST', url: string, headers: object, payload?: string) => {
  const answer = await api.app.inject({ method, url, headers: { ...headers }, payload });
  return { status: answer.statusCode, type: answer.headers['content-type'], body: answer.payload && answer.json() };
};

describe('without a token, 401 is the answer to', () => {
  test.each([
    ['GET', `/graphql?query=${asked}`, {}, undefined],
    ['GET', `/api/graphql?query=${asked}`, { accept: 'application/json' }, undefined],
    ['GET', `/graphql?query=${asked}`, { accept: 'text/event-stream' }, undefined],
    ['GET', '/graphql', {}, undefined],
    ['POST', '/graphql', JSON_TYPE, JSON.stringify({ query: QUERY })],
    ['POST', '/graphql', JSON_TYPE, JSON.stringify({ query: QUERY, extensions: {} })],
    ['POST', '/graphql', { ...JSON_TYPE, accept: 'text/plain' }, JSON.stringify({ query: QUERY })],
    ['POST', '/graphql', JSON_TYPE, JSON.stringify([{ query: QUERY }])],
    ['POST', '/graphql', JSON_TYPE, '{ no JSON'],
    ['POST', '/graphql', JSON_TYPE, '{"query": "{ no GraphQL"}'],
    ['POST', '/graphql', JSON_TYPE, '{"query": 7}'],
    ['POST', '/graphql', JSON_TYPE, 'null'],
    ['POST', '/graphql', { 'content-type': 'application/graphql' }, QUERY],
    ['POST', '/graphql', { 'content-type': 'application/x-www-form-urlencoded' }, `query=${asked}`],
    ['POST', '/graphql', { 'content-type': 'text/plain' }, QUERY],
    ['POST', `/graphql?query=${asked}`, {}, undefined],
  ] as const)('%s %s with %j and %j', async (method, url, headers, payload) => {
    const { status, type, body } = await ask(method, url, headers, payload);
    expect([status, type, body]).toEqual([401, 'application/json; charset=utf-8', UNAUTHENTICATED]);
  });

  test.each([
    ['beside the schema', '{ __typename lists { totalCount } }'],
    ['in a fragment', 'query { ...F } fragment F on Query { __typename lists { totalCount } }'],
    ['in an inline fragment', '{ ... on Query { ... { lists { totalCount } } } }'],
    ['behind an alias', '{ __schema: lists { totalCount } }'],
    ['in another operation', `query A { __typename } query B ${QUERY}`],
  ])('a query %s', async (_, query) => {
    expect(await ask('POST', '/graphql', JSON_TYPE, JSON.stringify({ query }))).toMatchObject({ status: 401 });
  });
});

test('the schema can be read without a token, by POST and GET', async () => {
  const query = getIntrospectionQuery();
  const posted = await ask(
    'POST',
    '/graphql',
    JSON_TYPE,
    JSON.stringify({ query, operationName: 'IntrospectionQuery' }),
  );
  expect(posted.body.data.__schema.types.length).toBeGreaterThan(20);
  const got = await ask('GET', `/graphql?query=${encodeURIComponent('{ __type(name: "List") { name } }')}`, {});
  expect(got.body).toEqual({ data: { __type: { name: 'List' } } });
});

test('long bodies without a token are not read, with or without a declared length', async () => {
  const query = '{ __typename }';
  const variables = { x: 'x'.repeat(9 * 1024 * 1024) };
  const said = await ask('POST', '/graphql', JSON_TYPE, JSON.stringify({ query, variables }));
  expect([said.status, said.body]).toEqual([401, UNAUTHENTICATED]);
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      sent += 1;
      if (sent > 1_000) return controller.close();
      controller.enqueue(Buffer.from(sent === 1 ? `{"query": "${query}", "x": "` : 'x'.repeat(10_000)));
    },
  });
  const init = { method: 'POST', headers: JSON_TYPE, body, duplex: 'half' };
  const unsaid = await fetch(`${address}/graphql`, init as RequestInit).then(
    ({ status }) => status,
    () => 401, // the connection was cut while the client was sending
  );
  expect(unsaid).toBe(401);
  expect(sent).toBeLessThan(1_000);
  const short = new ReadableStream({
    start: (controller) => {
      controller.enqueue(Buffer.from(JSON.stringify({ query })));
      controller.close();
    },
  });
  const taken = await fetch(`${address}/graphql`, { ...init, body: short } as RequestInit);
  expect(await taken.json()).toEqual({ data: { __typename: 'Query' } });
});

test('a WebSocket without a token is closed before it can send an operation', async () => {
  const client = createClient({
    url: `${address.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  await expect(client.iterate({ query: '{ __typename }' }).next()).rejects.toMatchObject({ code: 4401 });
});

describe('the calls of an address without a token', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await openTestApp({ rateLimitPerMinute: 5 });
  });
  afterAll(() => limited.close());

  const call = (remoteAddress: string, headers: object = {}, payload: object = { query: '{ __typename }' }) =>
    limited.app.inject({ method: 'POST', url: '/graphql', headers: { ...headers }, payload, remoteAddress });

  test.each([
    ['an IPv4 address', ['198.51.100.7', '198.51.100.7', '::ffff:198.51.100.7'], '198.51.100.8'],
    ['an IPv6 network', ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3'], '2001:db8:1:3::1'],
  ])('are limited by %s, over all paths', async (_, mine, other) => {
    for (let calls = 0; calls < 5; calls += 1) {
      expect((await call(mine[calls % 3] as string)).statusCode).toBe(200);
    }
    const refused = await call(mine[0] as string, {}, { query: QUERY });
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      {
        errors: [
          { message: 'Too many requests.', extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
        ],
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const byGet = await limited.app.inject({
      url: '/api/graphql?query={__typename}',
      remoteAddress: mine[1] as string,
    });
    expect(byGet.statusCode).toBe(429);
    expect((await call(other)).statusCode).toBe(200);
    const authorization = `Bearer ${limited.token}`;
    expect((await call(mine[0] as string, { authorization })).statusCode).toBe(200);
  });

  test('are counted over all processes', async () => {
    const second = await openSecondProcess(limited);
    const from = '198.51.100.9';
    const payload = { query: '{ __typename }' };
    for (let calls = 0; calls < 5; calls += 1) {
      const app = calls % 2 ? limited.app : second.app;
      expect((await app.inject({ method: 'POST', url: '/graphql', payload, remoteAddress: from })).statusCode).toBe(
        200,
      );
    }
    const refused = [limited.app, second.app].map((app) =>
      app.inject({ method: 'POST', url: '/graphql', payload, remoteAddress: from }),
    );
    expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    await second.close();
  });
});
