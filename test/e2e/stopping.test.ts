import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { descendants } from '../support/descendants.ts';
import { databasePid, endAll, isAlive, launch, type Process } from '../support/processes.ts';
import { freePort, newHome, startServer } from '../support/server.ts';
import { stallSse, stallWs } from '../support/stalled-readers.ts';
import { type Subscriber, subscribeBySse, subscribeByWs } from '../support/subscribers.ts';
import { until } from '../support/until.ts';

const MOST_SECONDS = 10;

let home: string;
beforeAll(async () => {
  home = await newHome();
});
afterAll(endAll);

test('SIGTERM ends live streams and every process, and exits 0', async () => {
  const server = await startServer({ env: { DATA_DIR: home } });
  const subscribers = [await subscribeBySse(server), await subscribeByWs(server)];
  const silent = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await until(() => silent.readyState === WebSocket.OPEN);
  await expectCleanEnd(server.process);
  await expectEnded(subscribers);
}, 60_000);

test('readers that have stalled hold it up no longer', async () => {
  const server = await startServer({ env: { DATA_DIR: home } });
  await Promise.all([stallSse(server), stallWs(server)]);
  await expectCleanEnd(server.process);
}, 60_000);

test('SIGTERM to npm start does the same', async () => {
  const server = await startServer({ env: { DATA_DIR: home }, npm: true });
  const subscribers = [await subscribeBySse(server), await subscribeByWs(server)];
  await expectCleanEnd(server.process);
  await expectEnded(subscribers);
}, 60_000);

test('Ctrl-C, which npm hands on to a process that got it already, does the same', async () => {
  const server = await startServer({ env: { DATA_DIR: home } });
  process.kill(server.process.pid, 'SIGINT');
  await until(() => server.process.stdout.includes('stopping'));
  await expectCleanEnd(server.process, 'SIGINT');
}, 60_000);

test('SIGTERM during the start leaves no database behind', async () => {
  const starting = launch(['serve'], { DATA_DIR: home, PORT: String(await freePort()) });
  await until(() => starting.stdout.includes('embedded PostgreSQL started'));
  await expectCleanEnd(starting);
}, 60_000);

/** Tells the process to end and looks for everything that it had started. */
async function expectCleanEnd(process: Process, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const database = await databasePid(home);
  const started = [process.pid, ...(database ? [database] : []), ...(await descendants(process.pid))];
  const from = Date.now();
  expect(await process.end(signal)).toBe(0);
  await until(() => !started.some(isAlive), MOST_SECONDS);
  expect((Date.now() - from) / 1000).toBeLessThan(MOST_SECONDS);
  expect(await databasePid(home)).toBeUndefined();
}

async function expectEnded(subscribers: Subscriber[]): Promise<void> {
  for (const subscriber of subscribers) await until(() => subscriber.ended);
}
