import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { noise } from '../support/pictures.ts';
import { endAll } from '../support/processes.ts';
import { type Server, startServer } from '../support/server.ts';

const CONNECTIONS = 1_000;
const MAX_GROWTH = 50 * 1024 * 1024;

let database: TestDatabase;
let server: Server;
let script: string;
let picture: string;
beforeAll(async () => {
  database = await createTestDatabase();
  // A long time limit, so that connections are not ended.
  const env = { DATABASE_URL: database.url, ANSWER_TIMEOUT_SECONDS: '600' };
  server = await startServer({ args: ['--no-workers'], env });
  [, script = ''] = /src="(\/playground\/[^"]+)"/.exec(await (await fetch(`${server.url}/playground`)).text()) ?? [];
  const sent = await fetch(`${server.url}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await noise(1_500, 1_500).png().toBuffer()),
  });
  picture = new URL((await sent.json()).data.url).pathname;
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

/** Sends a request, and leaves everything but the beginning of the response unread. */
async function stall(request: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const [head, body = ''] = request.split('\r\n\r\n');
  socket.write(`${head}\r\nHost: x\r\n\r\n${body}`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}

async function residentBytes(): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(metrics)![1]);
}

const HTML = 'Accept: text/html';
const QUESTION = JSON.stringify({ query: getIntrospectionQuery() });
const INTROSPECTION = `POST /graphql HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${QUESTION.length}\r\n\r\n${QUESTION}`;

test.each([
  ['the playground', () => [`GET ${script} HTTP/1.1`]],
  ['a picture', () => [`GET ${picture} HTTP/1.1`]],
  ['what there is to ask', () => [INTROSPECTION]],
  [
    'pages of all kinds',
    () => [
      ...['/playground', '/', '/sign-in', '/health/live', '/pictures/social/mastodon.png'].map(
        (path) => `GET ${path} HTTP/1.1`,
      ),
      ...[
        `GET /graphql HTTP/1.1\r\n${HTML}`,
        'GET /openapi.json HTTP/1.1',
        'GET /api/openapi.json HTTP/1.1\r\nAccept-Encoding: gzip',
      ],
      ...[`GET ${script} HTTP/1.1\r\nAccept-Encoding: gzip`, `GET ${script} HTTP/1.0`],
    ],
  ],
])('a thousand connections that do not read %s cost at most 50 MB', async (_, requests) => {
  const starts = requests();
  await Promise.all(starts.map(async (start) => (await stall(start)).destroy()));
  const before = await residentBytes();
  const stalled: Socket[] = [];
  while (stalled.length < CONNECTIONS) {
    const some = Array.from({ length: 50 }, (_, at) => stall(starts[(stalled.length + at) % starts.length]!));
    stalled.push(...(await Promise.all(some)));
  }
  const growth = (await residentBytes()) - before;
  expect(growth).toBeLessThan(MAX_GROWTH);
  for (const socket of stalled) socket.destroy();
});
