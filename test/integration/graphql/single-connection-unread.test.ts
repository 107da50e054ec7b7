import type { Socket } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { dial } from '../../support/raw-client.ts';
import { until } from '../../support/until.ts';

const HEADER = 'x-graphql-event-stream-token';
const QUESTION = getIntrospectionQuery();
/** Requests that wait for a client which does not read. */
const MOST_WAITING = 16;

let patient: TestApp;
let hasty: TestApp;
const open: (() => void)[] = [];
beforeAll(async () => {
  patient = await openTestApp({ answerSeconds: 600, maxConcurrentRequests: 8 });
  hasty = await openTestApp({ answerSeconds: 1 });
  for (const api of [patient, hasty]) await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => {
  for (const close of open.splice(0)) close();
});
afterAll(async () => {
  await patient.close();
  await hasty.close();
});

/** A client that opens a stream and reads no more than its beginning. */
async function stall(api: TestApp) {
  const { port } = api.app.server.address() as { port: number };
  const address = `http://127.0.0.1:${port}/graphql`;
  const authorization = `Bearer ${api.token}`;
  const token = await (await fetch(address, { method: 'PUT', headers: { authorization } })).text();
  const socket: Socket = await dial(api);
  open.push(() => socket.destroy());
  const headers = ['Host: x', `Authorization: ${authorization}`, 'Accept: text/event-stream', `${HEADER}: ${token}`];
  socket.write(`GET /graphql HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  let asked = 0;
  const statuses: number[] = [];
  const ask = async (query: string): Promise<number> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization, [HEADER]: token, 'content-type': 'application/json' },
      body: JSON.stringify({ query, extensions: { operationId: String(++asked) } }),
    });
    await response.text();
    statuses.push(response.status);
    return response.status;
  };
  return { socket, ask, statuses, waiting: () => asked - statuses.length };
}

test('while a client does not read its stream, few of its requests wait, and others are answered', async () => {
  const { socket, ask, statuses, waiting } = await stall(patient);
  await until(() => {
    void ask(QUESTION);
    return statuses.includes(429);
  }, 60);
  await until(() => waiting() === MOST_WAITING);
  expect((await patient.rest('GET', '/lists')).status).toBe(200);
  socket.resume();
  await until(() => waiting() === 0, 60);
  expect(statuses).toContain(202);
});

test('a client that does not read its stream loses it, and its subscriptions end', async () => {
  const { ask, statuses } = await stall(hasty);
  const openStreams = async () =>
    Number(/^tidings_live_streams (\d+)/m.exec((await hasty.app.inject('/metrics')).payload)?.[1]);
  const before = await openStreams();
  await ask('subscription { objectChanged(kinds: [TAG]) { objectId } }');
  expect(await openStreams()).toBe(before + 1);
  await until(async () => {
    void ask(QUESTION);
    return statuses.includes(404);
  }, 60);
  expect(await openStreams()).toBe(before);
});
