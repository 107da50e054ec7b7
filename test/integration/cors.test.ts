import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';

const SHOP = 'https://app.shop.example';
const LOCAL = 'http://localhost:5173';

let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await openTestApp({ corsOrigins: [SHOP, LOCAL], rateLimitPerMinute: 100 });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const preflight = (url: string, origin: string, method = 'POST', app = api.app) =>
  app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers':
        'authorization,content-type,idempotency-key,traceparent,apollographql-client-name',
    },
  });
const list = (header: unknown) => String(header).toLowerCase().split(/, */);

describe.each(['/v1/lists', '/api/v1/lists', '/v1/events', '/graphql', '/api/graphql', '/api/openapi.json'])(
  '%s',
  (url) => {
    test.each([SHOP, LOCAL])('is open to scripts of %s, without a token before the call', async (origin) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { statusCode, headers, payload } = await preflight(url, origin, method);
        expect([statusCode, payload, headers['access-control-allow-origin']]).toEqual([204, '', origin]);
        expect(list(headers['access-control-allow-methods'])).toContain(method.toLowerCase());
        expect(list(headers['access-control-allow-headers'])).toEqual(
          expect.arrayContaining(['authorization', 'content-type', 'traceparent', 'apollographql-client-name']),
        );
        expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0);
        expect(list(headers.vary)).toContain('origin');
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    });

    test.each(['https://evil.example', 'https://app.shop.example.evil.example', 'http://app.shop.example', 'null'])(
      'is closed to scripts of %s',
      async (origin) => {
        const { headers } = await preflight(url, origin);
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(list(headers.vary)).toContain('origin');
      },
    );
  },
);

test('every API response has CORS headers, including errors', async () => {
  const authorization = `Bearer ${api.token}`;
  const calls = [
    { url: '/v1/lists', headers: { authorization } },
    { url: '/v1/lists' },
    { url: '/v1/nothing', headers: { authorization } },
    { method: 'DELETE', url: '/v1/lists', headers: { authorization } },
    { method: 'POST', url: '/v1/lists', headers: { authorization, 'content-type': 'application/json' }, payload: '{' },
    { method: 'POST', url: '/graphql', headers: { authorization }, payload: { query: '{ lists { totalCount } }' } },
    { method: 'POST', url: '/graphql', payload: { query: '{ lists { totalCount } }' } },
    { url: '/graphql?query={__typename}', headers: { authorization } },
  ] as const;
  for (const call of calls) {
    const answer = await api.app.inject({ ...call, headers: { ...('headers' in call && call.headers), origin: SHOP } });
    expect(answer.headers['access-control-allow-origin']).toBe(SHOP);
    expect(list(answer.headers['access-control-expose-headers'])).toEqual(
      expect.arrayContaining(['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after']),
    );
    expect(list(answer.headers.vary)).toContain('origin');
  }
});

test('the API page names every header that scripts can read', async () => {
  const answer = await api.app.inject({ url: '/v1/lists', headers: { origin: SHOP } });
  const page = await readFile('docs/api.md', 'utf8');
  const [sentence] = /Scripts can read [^.]*\./.exec(page)!;
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name]) => name!.toLowerCase());
  expect(named.sort()).toEqual(list(answer.headers['access-control-expose-headers']).sort());
});

test('a stream has a CORS header too', async () => {
  const id = await makeList(api);
  const query = 'subscription ($id: ID!) { subscriberChanged(listId: $id) { __typename } }';
  const abort = new AbortController();
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    signal: abort.signal,
    headers: {
      origin: SHOP,
      authorization: `Bearer ${api.token}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query, variables: { id } }),
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
  abort.abort();
});

test('everything outside the API stays closed: pages behind links, health and metrics', async () => {
  for (const url of ['/', '/metrics', '/health/live', '/unsubscribe/x', '/playground']) {
    const { headers } = await api.app.inject({ url, headers: { origin: SHOP } });
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
});

test('`*` allows every origin', async () => {
  const open = await openTestApp({ corsOrigins: ['*'] });
  const asked = await preflight('/graphql', 'https://any.example', 'POST', open.app);
  expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
  await open.close();
});

test('without named origins everything is closed', async () => {
  const closed = await openTestApp();
  for (const url of ['/v1/lists', '/graphql']) {
    const asked = await preflight(url, SHOP, 'POST', closed.app);
    expect(asked.statusCode).toBeGreaterThanOrEqual(400);
    const headers = { authorization: `Bearer ${closed.token}`, origin: SHOP };
    const { headers: given } = await closed.app.inject({ url, headers });
    for (const answer of [asked.headers, given]) {
      expect(Object.keys(answer).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
  await closed.close();
});
