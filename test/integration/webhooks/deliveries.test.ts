import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { databaseNow } from '../../../src/database/clock.ts';
import { startWebhooks, type Webhooks } from '../../../src/delivery/webhooks/start-webhooks.ts';
import { claimWebhookDeliveries, findEndpoints } from '../../../src/domain/webhooks/claim-deliveries.ts';
import { removeOldWebhookDeliveries } from '../../../src/domain/webhooks/remove-deliveries.ts';
import { settleWebhookDeliveries } from '../../../src/domain/webhooks/settle-deliveries.ts';
import { replaceStepSecret, stepSecrets } from '../../../src/domain/webhooks/step-secrets.ts';
import { writeStepWebhookDeliveries } from '../../../src/domain/webhooks/write-deliveries.ts';
import { newId, personKey } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { clockOf, type SimulatedClock } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';

let api: TestApp;
let clock: SimulatedClock;
let receiver: WebhookReceiver;
let webhooks: Webhooks | undefined;
let others: WebhookReceiver[] = [];

beforeAll(async () => {
  api = await openTestApp({ outboundAllow: ['127.0.0.1'] }, { simulatedClock: true });
  clock = clockOf(api);
  receiver = await openReceiver();
});
afterEach(async () => {
  await webhooks?.stop();
  webhooks = undefined;
  receiver.received.length = 0;
  receiver.answer((_, response) => response.writeHead(204).end());
  for (const other of others) other.close();
  others = [];
  await api.db.webhookDelivery.deleteMany();
  await clock.set(new Date());
});
afterAll(async () => {
  receiver.close();
  await api.close();
});

const start = () => {
  webhooks = startWebhooks(api.installation);
};
const SECOND = 1_000;
const HOUR = 3_600_000;

/** Files one, as a step does; gives its id. */
async function file(url = receiver.address(), body: unknown = { hello: 'wörld' }, email = 'ada@people.test') {
  const runId = newId();
  await fileAgain(runId, url, body, email);
  return (await api.db.webhookDelivery.findFirstOrThrow({ where: { runId } })).id;
}

const fileAgain = (runId: string, url: string, body: unknown, email: string) =>
  writeStepWebhookDeliveries(
    createScope(api.db, { id: api.teamId }, WORKER),
    { url: new URL(url), step: 'notify', now: databaseNow(api.db) },
    [{ runId, person: personKey(api.teamId, email), body: JSON.stringify(body) }],
  );

const read = (id: string) =>
  api.db.webhookDelivery.findFirstOrThrow({ where: { id }, include: { tries: { orderBy: { number: 'asc' } } } });

const finished = (id: string) =>
  until(async () => {
    const delivery = await read(id);
    return delivery.state === 'pending' ? undefined : delivery;
  });

/** When it has been tried so often. */
const tried = (id: string, times: number) =>
  until(async () => {
    const { tries } = await read(id);
    return tries.length === times ? read(id) : undefined; // the two tables are not read at the same moment
  });

test("a delivery arrives unchanged, with a signature accepted by the standard's library", async () => {
  const id = await file();
  start();
  const delivery = await finished(id);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(delivery.tries).toMatchObject([{ number: 1, status: 204, error: null }]);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(receiver.received).toHaveLength(1);
  expect(body).toBe('{"hello":"wörld"}');
  expect(headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
  const [secret] = await stepSecrets(api.db, api.installation.vault, api.teamId);
  expect(new Webhook(secret!).verify(body, headers)).toEqual({ hello: 'wörld' });
  expect(() => new Webhook(secret!).verify(`${body} `, headers)).toThrow('signature');
});

test('a replaced secret also signs for a day', async () => {
  const { db, installation } = api;
  const [first] = await stepSecrets(db, installation.vault, api.teamId);
  const [second, old] = await replaceStepSecret(db, installation.vault, api.teamId);
  expect(old).toBe(first);
  const id = await file();
  start();
  await finished(id);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const secret of [first, second]) expect(new Webhook(secret!).verify(body, headers)).toBeTruthy();
  await clock.set(new Date(Date.now() + 25 * HOUR));
  expect(await stepSecrets(db, installation.vault, api.teamId)).toEqual([second]);
});

test('a refused delivery is retried nine times with the same id and growing delays, then fails', async () => {
  receiver.answer((_, response) => response.writeHead(500).end('no'));
  const id = await file();
  start();
  const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [index, delay] of delays.entries()) {
    const { state, dueAt, tries } = await tried(id, index + 1);
    expect(state).toBe('pending');
    const waits = (dueAt.getTime() - tries.at(-1)!.at.getTime()) / SECOND;
    expect(waits).toBeGreaterThanOrEqual(delay);
    expect(waits).toBeLessThan(delay * 1.1 + 10);
    await webhooks?.stop(); // the database and the program are set one after the other
    await clock.set(new Date(dueAt.getTime() + 100));
    start();
  }
  expect(await finished(id)).toMatchObject({ state: 'failed', attempts: 10 });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
  expect(receiver.received).toHaveLength(10);
});

test.each([
  ['seconds', () => '7200'],
  ['a date', () => new Date(Date.now() + 2 * HOUR).toUTCString()],
])('Retry-After in %s postpones the next attempt', async (_, retryAfter) => {
  receiver.answer((_, response) => response.writeHead(503, { 'retry-after': retryAfter() }).end());
  const id = await file();
  start();
  const { dueAt, tries } = await tried(id, 1);
  const waits = dueAt.getTime() - tries[0]!.at.getTime();
  expect(waits).toBeGreaterThan(2 * HOUR - 2 * SECOND);
  expect(waits).toBeLessThan(2.1 * HOUR);
});

test('a delivery is postponed by a day at most', async () => {
  receiver.answer((_, response) => response.writeHead(429, { 'retry-after': '99999999' }).end());
  const id = await file();
  start();
  const { dueAt, tries } = await tried(id, 1);
  expect(dueAt.getTime() - tries[0]!.at.getTime()).toBeLessThan(25 * HOUR);
});

test('a permanently gone address is given up at once', async () => {
  receiver.answer((_, response) => response.writeHead(410).end());
  const id = await file();
  start();
  expect(await finished(id)).toMatchObject({ state: 'failed', attempts: 1, tries: [{ status: 410 }] });
});

test('a redirect is not followed and counts as a failure', async () => {
  receiver.answer((_, response) => response.writeHead(307, { location: receiver.address('/elsewhere') }).end());
  const id = await file();
  start();
  expect(await tried(id, 1)).toMatchObject({ state: 'pending', tries: [{ status: 307 }] });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
});

test('the first 2 kB of an answer are kept, even if the rest breaks off', async () => {
  receiver.answer((_, response) => {
    response.writeHead(200, { 'content-length': 100_000 }).write(`\0${'é'.repeat(2_000)}`);
    setTimeout(() => response.destroy(), 20);
  });
  const id = await file();
  start();
  const { state, tries } = await finished(id);
  expect(state).toBe('delivered');
  expect(tries[0]!.answer).toBe(`\ufffd${'é'.repeat(1_023)}`);
  expect(tries[0]!.isPublic).toBe(false);
});

test('a private address is refused unless the operator allows it, and a public one needs https', async () => {
  const strict = await openTestApp();
  try {
    const before = receiver.connections;
    const ids: string[] = [];
    for (const url of [
      receiver.address().replace('http:', 'https:'),
      `https://localhost:${receiver.port}/`,
      `https://[::ffff:127.0.0.1]:${receiver.port}/`,
      receiver.address(),
      'http://hooks.example.com/',
    ]) {
      const runId = newId();
      await writeStepWebhookDeliveries(
        createScope(strict.db, { id: strict.teamId }, WORKER),
        { url: new URL(url), step: 'notify', now: databaseNow(strict.db) },
        [{ runId, person: personKey(strict.teamId, 'ada@people.test'), body: '{}' }],
      );
      ids.push((await strict.db.webhookDelivery.findFirstOrThrow({ where: { runId } })).id);
    }
    const sender = startWebhooks(strict.installation);
    await until(async () => (await strict.db.webhookDelivery.count({ where: { state: 'failed' } })) === ids.length);
    await sender.stop();
    const attempts = await strict.db.webhookAttempt.findMany();
    const said = ids.map((id) => attempts.find(({ deliveryId }) => deliveryId === id)?.error);
    expect(said.slice(0, 3)).toEqual(Array(3).fill(expect.stringContaining('private network')));
    expect(said.slice(3)).toEqual(Array(2).fill('The address does not use https.'));
    expect(receiver.connections).toBe(before);
  } finally {
    await strict.close();
  }
});

test('addresses that never answer or are closed do not delay others', async () => {
  const silent = await openReceiver();
  others.push(silent);
  silent.answer(() => {});
  const closed = await openReceiver();
  closed.close();
  for (let n = 0; n < 60; n++) await file(silent.address(), { n });
  for (let n = 0; n < 5; n++) await file(closed.address(), { n });
  for (let n = 0; n < 60; n++) await file(receiver.address(`/${n}`), { n });
  start();
  const good = new URL(receiver.address()).host;
  await until(async () => (await api.db.webhookDelivery.count({ where: { host: good, state: 'delivered' } })) === 60);
  expect(silent.received.length).toBeLessThanOrEqual(2);
  expect(
    await api.db.webhookDelivery.count({ where: { host: new URL(silent.address()).host, state: 'pending' } }),
  ).toBe(60);
});

test("another worker sends a lost worker's delivery, and a late result of the lost one is ignored", async () => {
  const id = await file();
  const rooms = (await findEndpoints(api.db, 10)).map((endpoint) => ({ ...endpoint, room: 5 }));
  const [lost] = await claimWebhookDeliveries(api.db, rooms, 30);
  expect(lost).toMatchObject({ id, attempts: 1 });
  expect(await findEndpoints(api.db, 10)).toEqual([]);
  await clock.set(new Date(Date.now() + 31 * SECOND));
  start();
  const delivery = await finished(id);
  const attempt = { at: new Date(), milliseconds: 1, status: 500, answer: null, error: null, isPublic: false };
  await settleWebhookDeliveries(api.db, [{ delivery: lost!, attempt, state: 'failed', at: new Date() }]);
  expect(await read(id)).toEqual(delivery);
  expect(delivery).toMatchObject({ state: 'delivered', tries: [{ number: 2 }] });
});

test('two workers send each delivery once', async () => {
  for (let n = 0; n < 200; n++) await file(receiver.address(`/${n}`), { n });
  const second = startWebhooks(api.installation);
  start();
  await until(async () => (await api.db.webhookDelivery.count({ where: { state: 'pending' } })) === 0);
  await second.stop();
  expect(new Set(receiver.received.map(({ path }) => path)).size).toBe(200);
  expect(receiver.received).toHaveLength(200);
});

test('a step of a run queues one delivery, even if repeated', async () => {
  const runId = newId();
  for (const n of [1, 2]) await fileAgain(runId, receiver.address(), { n }, 'ada@people.test');
  expect(await api.db.webhookDelivery.findMany({ where: { runId } })).toMatchObject([{ body: '{"n":1}' }]);
});

test('deliveries of a suspended team wait until it is resumed', async () => {
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'suspended' } });
  const id = await file();
  expect(await findEndpoints(api.db, 10)).toEqual([]);
  start();
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'active' } });
  expect(await finished(id)).toMatchObject({ state: 'delivered' });
});

test('erasing a person deletes their past deliveries and cancels their waiting ones', async () => {
  const list = await makeList(api);
  await api.rest('POST', `/lists/${list}/subscribers`, { email: 'eve@people.test' });
  receiver.answer((_, response) => response.writeHead(500).end('eve@people.test is not known here'));
  const gone = await file(receiver.address('/eve'), { email: 'eve@people.test' }, 'eve@people.test');
  const stays = await file(receiver.address('/ada'));
  start();
  await tried(gone, 1);
  await tried(stays, 1);
  await webhooks?.stop(); // the next tries are five seconds away
  expect((await api.rest('POST', '/people/erase', { email: 'eve@people.test' })).status).toBe(204);
  receiver.received.length = 0;
  await clock.set(new Date(Date.now() + 6 * SECOND));
  start();
  await tried(stays, 2);
  expect(receiver.received.map(({ path }) => path)).toEqual(['/ada']);
  expect(await api.db.webhookDelivery.count({ where: { id: gone } })).toBe(0);
  expect(await api.db.webhookAttempt.count({ where: { deliveryId: gone } })).toBe(0);
});

test('finished deliveries are removed after thirty days, with their attempts', async () => {
  const id = await file();
  start();
  await finished(id);
  await webhooks!.stop();
  const waiting = await file();
  await clock.set(new Date(Date.now() + 29 * 24 * HOUR));
  expect(await removeOldWebhookDeliveries(api.db)).toBe(0);
  await clock.set(new Date(Date.now() + 31 * 24 * HOUR));
  expect(await removeOldWebhookDeliveries(api.db)).toBe(1);
  expect(await api.db.webhookDelivery.findMany()).toMatchObject([{ id: waiting }]);
  expect(await api.db.webhookAttempt.count()).toBe(0);
});
