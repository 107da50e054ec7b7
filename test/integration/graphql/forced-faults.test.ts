import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { logTo } from '../../../src/log.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { until } from '../../support/until.ts';

const lines: string[] = [];
let api: TestApp;
let url: string;
beforeAll(async () => {
  api = await openTestApp({}, { log: logTo('trace', { write: (line) => void lines.push(line) }) });
  url = (await api.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
  await makeList(api);
});
afterAll(() => api.close());
beforeEach(() => {
  lines.length = 0;
});

const faults = () => lines.filter((line) => JSON.parse(line).level >= 50);

test.each([
  ...['then', 'catch', 'finally', 'constructor', 'toString', 'valueOf', 'toJSON', '__proto__', 'hasOwnProperty'],
  ...['prototype', 'length', 'next', 'return', 'throw', 'data', 'errors', 'extensions', 'nodes'],
])('a field named %s causes no server error, however often it is used', async (alias) => {
  for (const query of [
    `{lists(first:1){nodes{${alias}:id}}}`,
    `{${alias}:lists(first:1){totalCount}}`,
    `{lists(first:1){${alias}:nodes{id}}}`,
  ]) {
    for (let time = 0; time < 4; time += 1) {
      const { status, body } = await api.graphql(query, {});
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('INTERNAL');
    }
  }
  expect(faults()).toEqual([]);
});

test.each([
  [{ authorization: { toString: 1 } }],
  [{ authorization: { toString: null, valueOf: null } }],
  [{ authorization: [{ toString: 1 }] }],
  [{ authorization: 7 }],
  [{ authorization: null }],
  [{ authorization: ['Bearer x'] }],
  [{ Authorization: { toString: {} } }],
  [{ authorization: { __proto__: null } }],
  [{}],
  [{ authorization: 'Bearer \u0000' }],
])('a WebSocket that starts with %j is refused without a server error', async (payload) => {
  const socket = new WebSocket(`${url}/graphql`, 'graphql-transport-ws');
  let closed = 0;
  socket.on('close', (code) => {
    closed = code;
  });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  await until(() => closed > 0);
  expect(closed).toBe(4401);
  expect(faults()).toEqual([]);
});
