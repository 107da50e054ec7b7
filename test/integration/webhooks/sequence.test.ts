import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../src/delivery/webhooks/start-webhooks.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { deliveriesTo, makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

let api: TestApp;
let receiver: WebhookReceiver;
let sender: Webhooks | undefined;
beforeAll(async () => {
  api = await openTestApp({ outboundAllow: ['127.0.0.1'] }, { simulatedClock: true });
  receiver = await openReceiver();
});
afterEach(async () => {
  await sender?.stop();
  sender = undefined;
  receiver.received.length = 0;
  receiver.answer((_, response) => response.writeHead(204).end());
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhook.deleteMany();
  await clockOf(api).set(new Date());
});
afterAll(async () => {
  receiver.close();
  await api.close();
});

const here = (input: object = {}) => makeWebhook(api, { url: receiver.address(), ...input });
const seen = (name: string, email = 'ada@people.test') => api.rest('POST', '/events', { email, name });
const sequencesOf = async (id: string) =>
  (await deliveriesTo(api, id)).map((notification) => (notification as unknown as { sequence: number }).sequence);

const isRising = (numbers: readonly number[]) =>
  numbers.every((one, at) => Number.isSafeInteger(one) && (at === 0 || one > numbers[at - 1]!));

test('a receiver can order two notifications about a person after a retry', async () => {
  const list = await makeList(api);
  await here({ kinds: ['subscriber.subscribed', 'subscriber.unsubscribed'] });
  await subscribe(api, list, [{ email: 'ada@people.test' }]);
  const { data } = (await api.rest('GET', `/lists/${list}/subscribers`)).body;
  await api.rest('POST', `/subscribers/${data[0].id}/unsubscribe`);
  await makeAllWebhookDeliveries(api);
  let failures = 1;
  receiver.answer((_, response) => response.writeHead(failures-- > 0 ? 500 : 204).end());
  const isDelivered = async (count: number) =>
    (await api.db.webhookDelivery.count({ where: { state: 'delivered' } })) >= count;
  const later = async (minutes: number) => {
    await sender?.stop();
    await clockOf(api).set(new Date(Date.now() + minutes * 60_000));
    sender = startWebhooks(api.installation);
  };
  await later(0);
  await until(() => isDelivered(1));
  await later(10);
  await until(() => isDelivered(2));
  const notifications = receiver.received.map(({ body }) => JSON.parse(body));
  expect(notifications.at(-1).type).toBe('subscriber.subscribed'); // the older one arrives last
  const numberOf = (type: string) =>
    new Set(notifications.filter((one) => one.type === type).map(({ sequence }) => sequence));
  const [older, newer] = [numberOf('subscriber.subscribed'), numberOf('subscriber.unsubscribed')];
  expect([older.size, newer.size]).toEqual([1, 1]); // the same number however often it is sent
  expect(Math.max(...newer)).toBeGreaterThan(Math.max(...older));
});

test('the numbers of a webhook rise in the order of the changes, across batches', async () => {
  const { id } = await here();
  for (let n = 0; n < 3; n++) {
    await seen(`a${n}`);
    await api.rest('POST', '/events', {
      events: Array.from({ length: 40 }, (_, m) => ({ email: `p${m}@people.test`, name: `b${n}` })),
    });
    await makeAllWebhookDeliveries(api);
  }
  const numbers = await sequencesOf(id);
  expect(numbers.length).toBeGreaterThanOrEqual(123);
  expect(isRising(numbers)).toBe(true);
});

test('two webhooks get the same change with one number, and a narrower webhook has gaps', async () => {
  const [all, some] = [await here(), await here({ filter: { event_names: ['order'] } })];
  for (const name of ['seen', 'order', 'seen', 'order']) await seen(name);
  const [first, second] = [
    await deliveriesTo(api, all.id, 'event.recorded'),
    await deliveriesTo(api, some.id, 'event.recorded'),
  ];
  const numbers = (notifications: object[]) => notifications.map((one) => (one as { sequence: number }).sequence);
  const orders = first.filter(({ data }) => data.event.name === 'order');
  expect(numbers(second)).toEqual(numbers(orders));
  expect(isRising(numbers(first))).toBe(true);
});

test('a resent delivery keeps its number', async () => {
  const { id } = await here();
  await seen('once');
  await makeAllWebhookDeliveries(api);
  sender = startWebhooks(api.installation);
  await until(() => receiver.received.length === 1);
  const [delivery] = (await api.rest('GET', `/webhooks/${id}/deliveries`)).body.data;
  await until(async () => (await api.db.webhookDelivery.count({ where: { state: 'delivered' } })) === 1);
  expect((await api.rest('POST', `/webhook-deliveries/${delivery.id}/redeliver`)).status).toBe(200);
  await until(() => receiver.received.length === 2);
  expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
  expect(JSON.parse(receiver.received[0]!.body).sequence).toBeGreaterThan(0);
});

test('numbers continue after the only webhook is deleted and another is created', async () => {
  const first = await here();
  await seen('before');
  const [last] = (await sequencesOf(first.id)).slice(-1);
  await api.rest('DELETE', `/webhooks/${first.id}`);
  const second = await here();
  await seen('after');
  const [next] = await sequencesOf(second.id);
  expect(next).toBeGreaterThan(last!);
});

test('each team has its own numbers', async () => {
  const { id } = await here();
  const input = { url: receiver.address('/theirs'), kinds: ['*'] };
  const { body } = await api.rest('POST', '/webhooks', input, { token: api.otherToken });
  await api.rest('POST', '/events', { email: 'a@people.test', name: 'seen' }, { token: api.otherToken });
  await seen('one');
  expect(isRising(await sequencesOf(id))).toBe(true);
  expect(await sequencesOf(body.data.id)).toEqual([1]);
});

test('the examples and the OpenAPI description have the number', async () => {
  const { data } = (await api.rest('GET', '/webhook-kinds')).body;
  for (const { example } of data) expect(example.sequence).toBeGreaterThan(0);
  const body = (await api.app.inject('/api/openapi.json')).json();
  const { $ref } = body.webhooks['mail.sent'].post.requestBody.content['application/json'].schema;
  const schema = body.components.schemas[$ref.split('/').at(-1)];
  const base = body.components.schemas[schema.allOf[0].$ref.split('/').at(-1)];
  expect(base.properties.sequence).toMatchObject({ type: 'integer' });
  expect(base.required).toContain('sequence');
});
