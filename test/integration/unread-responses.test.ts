import type { Socket } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { dial } from '../support/raw-client.ts';
import { until } from '../support/until.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ answerSeconds: 600 });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

const CONNECTIONS = 48;
const QUESTION = JSON.stringify({ query: getIntrospectionQuery() });

/** Asks for more than the system keeps for a connection, and reads the beginning. */
async function stall(): Promise<Socket> {
  const socket = await dial(api);
  const headers = ['Host: x', `Authorization: Bearer ${api.token}`, 'Content-Type: application/json'];
  const head = ['POST /graphql HTTP/1.1', ...headers, `Content-Length: ${QUESTION.length}`].join('\r\n');
  socket.write(`${head}\r\n\r\n${QUESTION}`.repeat(8));
  await new Promise((resolve) => socket.once('data', resolve));
  return socket.pause();
}

test('too many unread answers close the oldest connections, and others are answered', async () => {
  const connections = () => new Promise<number>((done) => api.app.server.getConnections((_, count) => done(count)));
  const stalled = await Promise.all(Array.from({ length: CONNECTIONS }, stall));
  const left = await until(async () => {
    const count = await connections();
    return count < CONNECTIONS && count;
  });
  expect(left).toBeGreaterThan(0);
  const { status, body } = await api.graphql(getIntrospectionQuery());
  expect([status, body.data.__schema.queryType.name]).toEqual([200, 'Query']);
  for (const socket of stalled) socket.destroy();
});
