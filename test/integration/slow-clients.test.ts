import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { dial, receivedFrom } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let api: TestApp;
let list: string;
const open: (() => void)[] = [];
beforeAll(async () => {
  api = await openTestApp({ bodySeconds: 1, answerSeconds: 1 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  list = await makeList(api);
});
afterEach(() => {
  for (const close of open.splice(0)) close();
});
afterAll(() => api.close());

/** Goes on sending pieces of a body. */
function drip(socket: Socket, piece: () => string | Buffer): void {
  const dripping = setInterval(() => socket.writable && socket.write(piece()), 50);
  open.push(() => {
    clearInterval(dripping);
    socket.destroy();
  });
}

const head = (start: string, headers: Record<string, string>) =>
  `${start} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const authorized = () => ({ Authorization: `Bearer ${api.token}` });
const JSON_OF_1000 = { 'Content-Type': 'application/json', 'Content-Length': '1000' };

test.each([
  ['POST /v1/lists', () => ({ ...authorized(), ...JSON_OF_1000 }), 408],
  ['POST /graphql', () => ({ ...authorized(), ...JSON_OF_1000 }), 408],
  ['POST /api/graphql', () => JSON_OF_1000, 408],
  [
    'POST /sign-in',
    () => ({ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '900', Origin: 'http://x' }),
    408,
  ],
  [
    'POST /v1/lists',
    () => ({ ...authorized(), 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }),
    408,
  ],
  [
    `POST /f/00000000-0000-7000-8000-000000000000`,
    () => ({ 'Content-Type': 'application/json', 'Content-Length': '900' }),
    408,
  ],
  [
    'POST /unsubscribe/x',
    () => ({ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': '900' }),
    408,
  ],
  ['POST /feedback/none', () => JSON_OF_1000, undefined],
  ['POST /v1/lists', () => JSON_OF_1000, 401],
  ['POST /nowhere', () => JSON_OF_1000, 408],
  ['GET /playground', () => ({ 'Content-Length': '1000' }), 200],
  ['PUT /f/x', () => ({ 'Content-Length': '1000' }), undefined],
] as const)('a dripping body to %s loses its connection', async (start, headers, status) => {
  const socket = await dial(api);
  const all = receivedFrom(socket);
  const written = headers() as Record<string, string>;
  socket.write(head(start, written));
  drip(socket, () => (written['Transfer-Encoding'] ? '1\r\n \r\n' : ' '));
  const answer = await all;
  if (status) expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  if (status === 408)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      message: 'The request took too long to arrive.',
      errors: {},
    });
});

test('a fast enough upload has no time limit, and a dripping one is cut off', async () => {
  const upload = head(`POST /v1/lists/${list}/imports`, {
    ...authorized(),
    'Content-Type': 'text/csv',
    'Transfer-Encoding': 'chunked',
  });
  const slow = await dial(api);
  const ended = receivedFrom(slow);
  const steady = await dial(api);
  let answer = '';
  steady.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  slow.write(upload + chunk('email\n'));
  steady.write(upload + chunk('email\n'));
  drip(slow, () => chunk('a'));
  let row = 0;
  const rows = () => chunk(Array.from({ length: 20 }, () => `person-${row++}@people.test\n`).join(''));
  const sending = setInterval(() => steady.write(rows()), 50);
  expect(await ended).toMatch(/^HTTP\/1.1 408 /);
  clearInterval(sending);
  steady.write('0\r\n\r\n');
  await until(() => answer.includes('"data"'));
  expect(answer).toMatch(/^HTTP\/1.1 20\d /);
  steady.destroy();
});

test('an unread answer loses its connection, and an idle stream keeps it', async () => {
  const quiet = await dial(api);
  let news = '';
  quiet.setEncoding('utf8').on('data', (chunk) => {
    news += chunk;
  });
  const query = 'subscription{listChanged{id}}';
  quiet.write(head(`GET /graphql?query=${query}`, { ...authorized(), Accept: 'text/event-stream' }));
  await until(() => news.includes('200 OK'));

  const [, file = ''] = /src="(\/playground\/[^"]+)"/.exec((await api.app.inject('/playground')).payload) ?? [];
  const connections = () =>
    new Promise<number>((resolve) => api.app.server.getConnections((_, count) => resolve(count)));
  const before = await connections();
  const stalled = await Promise.all(
    ['/openapi.json', file, file, file].map(async (path) => {
      const socket = await dial(api);
      // More than the system's buffers accept.
      socket.write(head(`GET ${path}`, {}).repeat(8));
      socket.once('data', () => socket.pause());
      return socket;
    }),
  );
  await until(async () => (await connections()) >= before + stalled.length);
  await until(async () => (await connections()) <= before);
  expect(quiet.destroyed).toBe(false);
  await makeList(api);
  for (const socket of [...stalled, quiet]) socket.destroy();
});
