import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startNotifications } from '../../../src/delivery/webhooks/start-notifications.ts';
import { viewsOf } from '../../../src/rest/open-view.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { openEventStream, untilEvents } from '../../support/event-stream.ts';
import { dial } from '../../support/raw-client.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let address: string;
let worker: ReturnType<typeof startNotifications>;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp({ databasePool: 20, answerSeconds: 600 });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  worker = startNotifications({ ...api.installation, open: viewsOf(api.installation) });
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^tidings_feed_${name} (\\S+)`, 'm').exec((await api.app.inject('/metrics')).payload)?.[1]);

test('open streams of the feed are counted, and one that is read is not behind', async () => {
  const before = await metric('streams');
  const stream = await openEventStream(`${address}/v1/changes`, { token: api.readToken });
  ends.push(stream.close);
  expect(await metric('streams')).toBe(before + 1);
  await api.rest('POST', '/events', { email: 'ada@people.test', name: 'visit' });
  await untilEvents(stream, 1);
  await until(async () => (await metric('behind_seconds')) === 0);
  stream.close();
  await until(async () => (await metric('streams')) === before);
});

test('a reader that takes nothing is behind', async () => {
  await api.rest('GET', '/changes');
  const socket = await dial(api);
  ends.push(() => socket.destroy());
  const headers = ['Host: x', `Authorization: Bearer ${api.readToken}`, 'Accept: text/event-stream'];
  socket.write(`GET /v1/changes HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const properties = { text: 'x'.repeat(60_000) };
  const events = Array.from({ length: 50 }, (_, n) => ({ email: `p${n}@people.test`, name: 'visit', properties }));
  await until(async () => {
    await api.rest('POST', '/events', { events });
    return (await metric('behind_seconds')) > 0;
  }, 60);
  const behind = await metric('behind_seconds');
  await until(async () => (await metric('behind_seconds')) > behind);
});
