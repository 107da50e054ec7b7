import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseNow } from '../../../src/database/clock.ts';
import { startWebhooks, type Webhooks } from '../../../src/delivery/webhooks/start-webhooks.ts';
import { writeStepWebhookDeliveries } from '../../../src/domain/webhooks/write-deliveries.ts';
import { newId, personKey } from '../../../src/ids.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

let api: TestApp;
let receiver: WebhookReceiver;
let sender: Webhooks | undefined;
beforeAll(async () => {
  api = await openTestApp({ outboundAllow: ['127.0.0.1'] });
});
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.close(); // ends hanging calls
  await sender?.stop();
  sender = undefined;
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhook.deleteMany();
});
afterAll(() => api.close());

const send = () => {
  sender = startWebhooks(api.installation);
};

/** Answers as `unhealthy` does on paths that begin with /dead, and at once on others. */
function paths(unhealthy: Parameters<WebhookReceiver['answer']>[0]): void {
  receiver.answer((request, response) =>
    request.url!.startsWith('/dead') ? unhealthy(request, response) : response.writeHead(204).end(),
  );
}

const at = (path: string, input: object = {}) => makeWebhook(api, { url: receiver.address(path), ...input });

/** Causes this many notifications, each about another person. */
async function happen(times: number, token = api.token) {
  const events = Array.from({ length: times }, (_, n) => ({ email: `p${n}@people.test`, name: 'seen' }));
  for (let from = 0; from < times; from += 50) {
    await api.rest('POST', '/events', { events: events.slice(from, from + 50) }, { token });
  }
  await makeAllWebhookDeliveries(api);
}

const arrived = (path: string) => receiver.received.filter((one) => one.path === path).length;
const inState = (webhookId: string, state: string) => api.db.webhookDelivery.count({ where: { webhookId, state } });

test('a path that never answers does not delay other paths of its host and port', async () => {
  paths(() => {});
  const [dead, well] = [await at('/dead'), await at('/well')];
  await happen(60);
  send();
  await until(async () => (await inState(well.id, 'delivered')) === 60);
  expect(arrived('/well')).toBe(60);
  expect(arrived('/dead')).toBeLessThanOrEqual(2);
  expect(await inState(dead.id, 'pending')).toBe(60); // it still hangs
});

test('a webhook that becomes unresponsive does not use all connections to its host', async () => {
  const [dead, well] = [await at('/dead'), await at('/well')];
  await happen(60);
  send();
  await until(async () => (await inState(dead.id, 'delivered')) + (await inState(well.id, 'delivered')) === 120);
  paths(() => {});
  await happen(100);
  await until(async () => (await inState(well.id, 'delivered')) === 160);
  expect(arrived('/dead') - 60).toBeLessThanOrEqual(16);
  expect(await inState(dead.id, 'pending')).toBe(100);
});

test('forty dead paths of a service do not delay a healthy one', async () => {
  paths(() => {});
  for (let n = 0; n < 40; n++) await at(`/dead/${n}`);
  const well = await at('/well');
  await happen(10);
  send();
  await until(async () => (await inState(well.id, 'delivered')) === 10);
  expect(receiver.received.filter(({ path }) => path.startsWith('/dead')).length).toBeLessThanOrEqual(80);
});

test('slow and refusing paths do not delay others', async () => {
  const held: (() => void)[] = [];
  paths((request, response) => {
    if (request.url === '/dead/slow') held.push(() => response.writeHead(204).end());
    else response.writeHead(500).end();
  });
  const [slow, refusing, well] = [await at('/dead/slow'), await at('/dead/500'), await at('/well')];
  await happen(30);
  send();
  await until(async () => (await inState(well.id, 'delivered')) === 30);
  expect(await inState(slow.id, 'delivered')).toBe(0);
  await until(() => arrived('/dead/500') > 0);
  paths((_, response) => response.writeHead(204).end());
  for (const answer of held) answer();
  await until(async () => (await inState(slow.id, 'delivered')) === 30);
  expect(await inState(refusing.id, 'failed')).toBe(0);
});

test('an unresponsive webhook does not delay another team’s webhook at the same host', async () => {
  paths(() => {});
  const dead = await at('/dead');
  const url = receiver.address('/theirs');
  const { body } = await api.rest('POST', '/webhooks', { url, kinds: ['*'] }, { token: api.otherToken });
  await happen(20);
  await happen(20, api.otherToken);
  send();
  await until(async () => (await inState(body.data.id, 'delivered')) === 20);
  expect(await inState(dead.id, 'pending')).toBe(20);
});

test('automation steps do not wait for other addresses of their host', async () => {
  paths(() => {});
  const file = (path: string) =>
    writeStepWebhookDeliveries(
      createScope(api.db, { id: api.teamId }, WORKER),
      { url: new URL(receiver.address(path)), step: 'notify', now: databaseNow(api.db) },
      Array.from({ length: 20 }, (_, n) => ({
        runId: newId(),
        person: personKey(api.teamId, `p${n}@x.test`),
        body: '{}',
      })),
    );
  for (const path of ['/dead?hook=1', '/well?hook=1']) await file(path);
  send();
  const url = receiver.address('/well?hook=1');
  await until(async () => (await api.db.webhookDelivery.count({ where: { url, state: 'delivered' } })) === 20);
  expect(arrived('/dead?hook=1')).toBeLessThanOrEqual(2);
});
