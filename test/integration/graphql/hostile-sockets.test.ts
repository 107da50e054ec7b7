import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { logTo } from '../../../src/log.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { dial, receivedFrom } from '../../support/raw-client.ts';
import { until } from '../../support/until.ts';

const lines: string[] = [];
const accepted: Socket[] = [];
let api: TestApp;
let url: string;
beforeAll(async () => {
  api = await openTestApp({}, { log: logTo('trace', { write: (line) => void lines.push(line) }) });
  api.app.server.on('connection', (socket: Socket) => accepted.push(socket));
  url = `${(await api.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')}/graphql`;
});
afterAll(() => api.close());

const written = (['error', 'warn', 'log'] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
const open: { terminate(): void }[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const spy of written) spy.mockClear();
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await until(() => accepted.every(({ destroyed }) => destroyed));
  accepted.length = 0;
});

/** The warnings and errors in the log and on the console. */
const noted = () => [
  ...lines.filter((line) => JSON.parse(line).level >= 40),
  ...written.flatMap(({ mock }) => mock.calls.map(String)),
];

const UPGRADE = [
  ...['GET /graphql HTTP/1.1', 'Host: x', 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
  ...['Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Protocol: graphql-transport-ws', '', ''],
].join('\r\n');

/** A frame from a client: its first byte, and its content under a mask of zeros. */
const frame = (first: number, content: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from([first, 0x80 | Buffer.byteLength(content), 0, 0, 0, 0]), Buffer.from(content)]);

test.each([
  ['reserved bits', frame(0xf1, '{}')],
  ['an unknown kind', frame(0x83, '{}')],
  ['no mask', Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
  ['a length of many petabytes', Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])],
  ['a length of two megabytes', Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0])],
  ['text that is not UTF-8', frame(0x81, Buffer.from([0xff, 0xfe]))],
  ['a ping in parts', frame(0x09, 'x')],
  ['a part of nothing', frame(0x80, 'x')],
  ['a close code that there is not', frame(0x88, Buffer.from([0x00, 0x01]))],
])('a frame with %s ends its socket, and nothing is written about it', async (_, bytes) => {
  const socket = await dial(api);
  const all = receivedFrom(socket);
  socket.write(UPGRADE);
  await until(() => socket.bytesRead > 0);
  socket.write(bytes);
  expect(await all).toContain('101 Switching Protocols');
  expect(noted()).toEqual([]);
});

/** A socket, once it is open, and the code with which it closes. */
async function connect(token?: string) {
  const socket = new WebSocket(url, 'graphql-transport-ws');
  open.push(socket);
  const closing = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  if (token) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    await new Promise((resolve) => socket.once('message', resolve));
  }
  return { socket, closing };
}

describe.each([
  ['an anonymous caller', false],
  ['an authenticated caller', true],
])('%s who sends', (_, isKnown) => {
  test.each([
    '{"type":"connection_ack"}',
    '{"type":"next","id":"1","payload":{}}',
    '{"type":"next","id":"1","payload":{"errors":[{"message":"x"}]}}',
    '{"type":"error","id":"1","payload":[]}',
    '{"type":"error","id":"1","payload":[{"message":"x"}]}',
    '{"type":"subscribe","id":"1","payload":{"query":7}}',
    '{"type":"subscribe","id":{"toString":1},"payload":{"query":"{tags{totalCount}}"}}',
    '{"type":"subscribe","id":"1","payload":{"query":"{tags{totalCount}}","variables":[]}}',
    '{"type":"subscribe","id":"1","payload":{"query":"{tags{totalCount}}","operationName":{}}}',
    '{"type":{"toString":1}}',
    '{"type":"ping","payload":7}',
    '[]',
    'null',
    '7',
    '{"type":',
    '',
  ])('%s is cut off, and nothing is written about it', async (message) => {
    const { socket, closing } = await connect(isKnown ? api.token : undefined);
    socket.send(message);
    expect([4400, 4401]).toContain(await closing);
    expect(noted()).toEqual([]);
  });
});

test('nothing is logged when a client hangs up during a response', async () => {
  for (let time = 0; time < 20; time++) {
    const { socket, closing } = await connect(api.token);
    const payload = { query: '{ __schema { types { name fields { name description } } } }' };
    for (let id = 0; id < 5; id++) socket.send(JSON.stringify({ type: 'subscribe', id: `${id}`, payload }));
    if (time % 2) await new Promise((resolve) => socket.once('message', resolve));
    socket.terminate();
    await closing;
  }
  await until(() => accepted.every(({ destroyed }) => destroyed));
  expect(noted()).toEqual([]);
});

test('a socket that does not authenticate is cut off after little data', async () => {
  const { socket, closing } = await connect();
  for (let sent = 0; sent < 20; sent++)
    socket.send(JSON.stringify({ type: 'ping', payload: { x: 'x'.repeat(10_000) } }));
  expect(await closing).toBe(1006);
  expect(accepted.at(-1)!.bytesRead).toBeLessThan(300_000);
});

const LARGE = JSON.stringify({ type: 'ping', payload: { x: 'x'.repeat(500_000) } });
const WRONG = JSON.stringify({ type: 'subscribe', id: 'a', payload: { query: `{ ${'x'.repeat(2_000)} }` } });
const ALL_TYPES = JSON.stringify({
  ...{ type: 'subscribe', id: 'a' },
  payload: { query: '{ __schema { types { name description fields { name description args { name } } } } }' },
});

/** Of its own side: what has not left for the server yet. */
const unsent = (socket: WebSocket) => socket.bufferedAmount;

test.each([
  ['pings', () => LARGE, 200],
  ['queries', (at: number) => ALL_TYPES.replace('"a"', `"${at}"`), 30_000],
  ['queries that are refused', (at: number) => WRONG.replace('"a"', `"${at}"`), 30_000],
])('a client that does not read is not read either, and nothing is executed for it: %s', async (_, message, times) => {
  const { socket } = await connect(api.token);
  const ours = accepted.at(-1)!;
  socket.pause();
  for (let at = 0; at < times; at++) socket.send(message(at));
  await until(() => ours.isPaused() && ours.writableLength > 0);
  expect(ours.writableLength).toBeLessThan(16 * 1024 * 1024);
  expect(unsent(socket)).toBeGreaterThan(0);
  expect((await api.rest('GET', '/tags')).status).toBe(200);
});

test('a client that sends many pings and does not read the answers is cut off', async () => {
  const { socket, closing } = await connect(api.token);
  socket.pause();
  for (let at = 0; at < 2_000; at++) socket.ping('x'.repeat(125));
  await until(() => accepted.at(-1)!.destroyed);
  socket.resume();
  expect(await closing).toBe(1006);
});

test('operations of one socket that are too many at once wait, and all are answered', async () => {
  const { socket } = await connect(api.token);
  const answered = new Set<string>();
  socket.on('message', (data) => {
    const { type, id } = JSON.parse(String(data));
    if (type === 'complete' || type === 'error') answered.add(id);
  });
  const queries = ['{ tags { totalCount } }', '{ nothing }', '{ tags', 'fragment A on Tag { id }'];
  for (let at = 0; at < 400; at++) {
    socket.send(JSON.stringify({ type: 'subscribe', id: `${at}`, payload: { query: queries[at % queries.length] } }));
  }
  await until(() => answered.size === 400);
});

test('a client that reads later gets every answer', async () => {
  const { socket } = await connect(api.token);
  const ours = accepted.at(-1)!;
  socket.pause();
  for (let at = 0; at < 40; at++) socket.send(LARGE);
  await until(() => ours.isPaused());
  let answers = 0;
  socket.on('message', () => {
    answers += 1;
  });
  socket.resume();
  await until(() => answers === 40);
});

test('resetting a socket refused by the limit has no other effect', async () => {
  const anonymous = await Promise.all(Array.from({ length: 100 }, () => connect()));
  for (let time = 0; time < 10; time++) {
    const socket = await dial(api);
    socket.write(UPGRADE);
    const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    expect(answer).toContain('503 Service Unavailable');
    const ours = accepted.at(-1)!;
    socket.resetAndDestroy();
    await until(() => ours.destroyed);
  }
  expect((await api.rest('GET', '/tags')).status).toBe(200);
  for (const { socket } of anonymous) socket.terminate();
});
