import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWsClient } from 'graphql-ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { endAll } from '../support/processes.ts';
import { freePort, newHome, type Server, startServer, TOKEN } from '../support/server.ts';
import { STATUS_CHANGES } from '../support/status-streams.ts';
import { until } from '../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

const TEMPLATE = { name: 'Hello', editor: 'html', subject: 'Hello', content: '<p>Hello</p>' };
const MAIL = { template: 'Hello', from: 'shop@shop.test', to: ['ann@people.test'] };

/** Sends e-mails until each reader has received one. */
const changeAll = (server: Server, readers: { changes: unknown[] }[]) =>
  until(async () => {
    expect((await server.rest('POST', '/transactional-mails', MAIL)).status).toBe(201);
    return readers.every(({ changes }) => changes.length > 0);
  });

test('after a restart both official clients subscribe again and continue', async () => {
  const env = { DATABASE_URL: database.url, DATA_DIR: await newHome(), PORT: String(await freePort()) };
  const authorization = `Bearer ${TOKEN}`;
  const before = await startServer({ env });
  expect(before.process.stdout).not.toContain(TOKEN); // the operator who set it knows it
  await before.rest('POST', '/templates', TEMPLATE);
  const again = { retryAttempts: 1_000 };
  const soon = () => new Promise<void>((resolve) => void setTimeout(resolve, 100));
  const ws = createWsClient({
    ...{ url: `${before.url.replace('http', 'ws')}/graphql`, webSocketImpl: WebSocket },
    ...{ connectionParams: { authorization }, ...again, retryWait: soon },
    // In Node a refused connection does not cause a close event, the client's default condition for a retry.
    shouldRetry: () => true,
  });
  const sse = createSseClient({ url: `${before.url}/graphql`, headers: { authorization }, ...again, retry: soon });
  const readers = [ws, sse].map((client) => {
    const reader = { changes: [] as unknown[], completed: false, failed: undefined as unknown };
    const sink = {
      next: (change: unknown) => void reader.changes.push(change),
      complete: () => {
        reader.completed = true;
      },
      error: (error: unknown) => {
        reader.failed = error;
      },
    };
    client.subscribe({ query: STATUS_CHANGES }, sink);
    return reader;
  });
  await changeAll(before, readers);
  expect(await before.process.end()).toBe(0);
  const after = await startServer({ env });
  for (const reader of readers) reader.changes.length = 0;
  await changeAll(after, readers);
  expect(readers.map(({ completed, failed }) => [completed, failed])).toEqual([
    [false, undefined],
    [false, undefined],
  ]);
  ws.dispose();
  sse.dispose();
  await after.process.end();
});
