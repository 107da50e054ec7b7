import { createClient as createSseClient } from 'graphql-sse';
import { createClient } from 'graphql-ws';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startNotifications } from '../../../src/delivery/webhooks/start-notifications.ts';
import { openInstallation } from '../../../src/installation.ts';
import { viewsOf } from '../../../src/rest/open-view.ts';
import { createApp } from '../../../src/server.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { createTestLog } from '../../support/failure-log.ts';
import { until } from '../../support/until.ts';

const FOLLOW = 'subscription ($after: String) { changes(after: $after) { cursor data } }';

let api: TestApp;
let worker: ReturnType<typeof startNotifications>;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20 });
  worker = startNotifications({ ...api.installation, open: viewsOf(api.installation) });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

interface Told {
  changes: { cursor: string; data: { event: { name: string } } };
}

const retrying = { retryAttempts: Number.POSITIVE_INFINITY, shouldRetry: () => true };

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

/** The clients of docs/api.md, with a subscription that continues from the cursor in `variables`. */
const CLIENTS = {
  'graphql-ws': (address: string) =>
    createClient({
      ...retrying,
      url: `${address.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization: `Bearer ${api.readToken}` },
      retryWait: pause,
    }),
  'graphql-sse with a connection for each subscription': (address: string) => sseClient(address, false),
  'graphql-sse with one connection': (address: string) => sseClient(address, true),
};

const sseClient = (address: string, singleConnection: boolean, fetchFn: typeof fetch = fetch) =>
  createSseClient({
    url: `${address}/graphql`,
    ...((singleConnection ? { singleConnection, lazy: false } : {}) as { singleConnection?: false }),
    headers: () => ({ authorization: `Bearer ${api.readToken}` }),
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: pause,
    fetchFn,
  });

const seen = (name: string) => api.rest('POST', '/events', { email: 'ada@people.test', name });

/** A process that serves on a port, 0 for any. */
async function serve(port: number) {
  const installation = await openInstallation(api.installation.config, api.databaseUrl, createTestLog());
  const app = await createApp(installation);
  const address = await app.listen({ port, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    await installation.close();
  };
  return { address, port: Number(new URL(address).port), close };
}

test.each(Object.entries(CLIENTS))('%s continues after a restart, without a gap or a repeat', async (_, open) => {
  const variables = { after: (await api.rest('GET', '/changes')).body.meta.cursor as string };
  const first = await serve(0);
  const client = open(first.address);
  ends.push(() => client.dispose());
  const names: string[] = [];
  client.subscribe<Told>(
    { query: FOLLOW, variables },
    {
      next: ({ data }) => {
        variables.after = data!.changes.cursor;
        names.push(data!.changes.data.event.name);
      },
      error: (error) => names.push(String(error)),
      complete: () => names.push('complete'),
    },
  );
  await seen('before');
  await until(() => names.length === 1, 30);
  await first.close();
  await seen('meanwhile');
  const second = await serve(first.port);
  ends.push(second.close);
  await seen('after');
  await until(() => names.length >= 3, 30);
  expect(names).toEqual(['before', 'meanwhile', 'after']);
});

test('eight subscriptions share one connection again after a restart', async () => {
  const first = await serve(0);
  const methods: (string | undefined)[] = [];
  let opened = 0;
  const client = sseClient(first.address, true, async (url, init) => {
    methods.push(init?.method);
    const response = await fetch(url, init);
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) opened += 1;
    return response;
  });
  ends.push(() => client.dispose());
  const counts = Array.from({ length: 8 }, () => 0);
  for (const index of counts.keys()) {
    const next = () => {
      counts[index]! += 1;
    };
    const query = 'subscription { objectChanged(kinds: [TAG]) { objectId } }';
    client.subscribe({ query }, { next, error: next, complete: next });
  }
  await until(() => methods.filter((method) => method === 'POST').length === 8);
  await first.close();
  opened = 0;
  const second = await serve(first.port);
  ends.push(second.close);
  let made = 0;
  await until(async () => {
    await api.rest('POST', '/tags', { name: `tag ${++made}` });
    return counts.every((count) => count > 0);
  }, 30);
  expect(opened).toBe(1);
});
