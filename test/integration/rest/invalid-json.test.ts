import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

async function send(request: string): Promise<{ head: string; body: unknown }> {
  const { port } = api.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test.each([
  ['a path in raw UTF-8', 'GET /v1/lists/ü HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'The path contains characters'],
  ['a method that does not exist', 'FETCH /v1/lists HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'The method is unknown.'],
  ['huge headers', `GET /v1/lists HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'The headers are larger than'],
  ['no HTTP', 'hello\r\n\r\n', 400, 'The'],
  [
    'two lengths',
    'POST /v1/lists HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'The request cannot',
  ],
])('%s is refused like every error, with an id, and the connection closes', async (_, sent, status, message) => {
  const { head, body } = await send(sent);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^Connection: close$/m);
  expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/m);
  expect(body).toEqual({ message: expect.stringContaining(message), errors: {} });
});
