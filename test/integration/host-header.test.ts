import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { exchange } from '../support/raw-client.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

test.each([
  ['two hosts', 'Host: shop.example\r\nHost: evil.example'],
  ['the same host twice', 'Host: shop.example\r\nHost: shop.example'],
  ['two in different letters', 'HOST: shop.example\r\nX: 1\r\nhost: evil.example'],
  ['an empty one and another', 'Host:\r\nHost: evil.example'],
  ['three hosts', 'Host: a.example\r\nHost: b.example\r\nHost: c.example'],
  ['two in one header', 'Host: a.example, b.example'],
  ['a host with a path', 'Host: a.example/b'],
  ['a host with a user', 'Host: me@a.example'],
  ['a host with a space', 'Host: a.example b'],
  ['a host with quotes', 'Host: "a.example"'],
  ['a port that is none', 'Host: a.example:80x'],
  ['no host', 'X: 1'],
])('a request with %s is refused, at every address', async (_, headers) => {
  for (const start of ['GET /v1/lists', 'POST /graphql', 'GET /', 'GET /sign-in', 'GET /health/live', 'GET /nowhere']) {
    const answer = await exchange(api, `${start} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);
    expect([start, answer.split('\r\n')[0]]).toEqual([start, 'HTTP/1.1 400 Bad Request']);
  }
});

test.each([
  'shop.example',
  'shop.example:4000',
  '[::1]:4000',
  '127.0.0.1',
  'localhost',
  'tidings_app-1',
  'bücher.example',
])('a request to %s is answered', async (host) => {
  const answer = await exchange(
    api,
    `GET /health/live HTTP/1.1\r\nHost: ${encodeURI(host).replace('%5B', '[').replace('%5D', ']')}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
});

test('HTTP/1.0 needs no Host header', async () => {
  expect(await exchange(api, 'GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
});

test('a WebSocket with two hosts is not opened', async () => {
  const upgrade =
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
  const answer = await exchange(
    api,
    `GET /graphql HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n${upgrade}\r\n\r\n`,
  ).catch(() => '');
  expect(answer).not.toContain('101 Switching Protocols');
});
