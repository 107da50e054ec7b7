import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startWebhooks, type Webhooks } from '../../../src/delivery/webhooks/start-webhooks.ts';
import { removeOldWebhookDeliveries } from '../../../src/domain/webhooks/remove-deliveries.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';
import { openReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { kindsDeliveredTo, makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

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

const DAY = 86_400_000;
const here = (input: object = {}) => makeWebhook(api, { url: receiver.address(), ...input });
const read = async (id: string) => (await api.rest('GET', `/webhooks/${id}`)).body.data;
const deliveries = async (id: string, query = '') =>
  (await api.rest('GET', `/webhooks/${id}/deliveries${query}`)).body.data;

/** Causes a notification. */
async function happen(name = 'seen', email = 'ada@people.test') {
  await api.rest('POST', '/events', { email, name });
  await makeAllWebhookDeliveries(api);
}

const send = () => {
  sender = startWebhooks(api.installation);
};

/** The only delivery, once it is so. */
const only = (id: string, status: string) =>
  until(async () => {
    const [first] = await deliveries(id);
    return first?.status === status && first;
  });

test('a webhook is created, read, paged, changed and deleted, and shows its secret once', async () => {
  const input = {
    url: 'https://hooks.shop.test/x',
    kinds: ['event.recorded', 'mail.sent'],
    filter: { event_names: ['order'] },
    description: 'Our shop',
  };
  const made = await api.rest('POST', '/webhooks', input);
  expect(made.status).toBe(201);
  const { secret, ...shown } = made.body.data;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(shown).toMatchObject({ ...input, filter: { list: null, event_names: ['order'] }, enabled: true });
  expect(await read(shown.id)).toEqual(shown);
  expect((await api.rest('GET', '/webhooks')).body.data).toEqual([shown]);
  const changed = await api.rest('PATCH', `/webhooks/${shown.id}`, { kinds: ['*', 'mail.sent'], filter: null });
  expect(changed.body.data).toMatchObject({ kinds: ['*'], filter: null, description: 'Our shop' });
  expect((await api.rest('DELETE', `/webhooks/${shown.id}`)).status).toBe(204);
  expect((await api.rest('GET', `/webhooks/${shown.id}`)).status).toBe(404);
  expect((await api.rest('GET', '/webhooks')).body.data).toEqual([]);
  expect(await removeOldWebhookDeliveries(api.db)).toBe(0);
  expect(await api.db.webhook.count()).toBe(0);
});

test.each([
  ['url', { url: 'shop.test' }],
  ['url', { url: 'http://hooks.shop.test/' }],
  ['url', { url: 'https://localhost/' }],
  ['url', { url: 'https://10.0.0.1/' }],
  ['url', { url: 'https://[::ffff:10.0.0.1]/' }],
  ['url', { url: 'https://user:pass@hooks.shop.test/' }],
  ['kinds', { kinds: [] }],
  ['kinds.0', { kinds: ['mail.read'] }],
  ['filter.list', { filter: { list: '01a1fe1c-74fd-718b-9e41-478b8cb0f072' } }],
  ['filter.event_names.0', { filter: { event_names: [''] } }],
  ['colour', { colour: 'red' }],
])('a wrong %s is refused', async (field, wrong) => {
  const webhook = { url: 'https://hooks.shop.test/', kinds: ['*'] };
  const { status, body } = await api.rest('POST', '/webhooks', { ...webhook, ...wrong });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("the standard's libraries accept a delivery, but not an altered or old one", async () => {
  const { id, secret } = await here();
  await happen();
  send();
  const { id: delivery } = await only(id, 'delivered');
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  expect(headers['webhook-id']).toBe(delivery);
  const svix = {
    ...{ 'svix-id': headers['webhook-id']!, 'svix-timestamp': headers['webhook-timestamp']! },
    'svix-signature': headers['webhook-signature']!,
  };
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'event.recorded' });
  expect(new Svix(secret).verify(body, svix)).toMatchObject({ type: 'event.recorded' });
  const edited = body.replace('seen', 'sold');
  expect(() => new Webhook(secret).verify(edited, headers)).toThrow('signature');
  expect(() => new Svix(secret).verify(edited, svix)).toThrow('signature');

  await clockOf(api).set(new Date(Date.now() - 360_000));
  await api.rest('POST', `/webhook-deliveries/${delivery}/redeliver`);
  const late = await until(() => receiver.received[1]);
  expect(() => new Webhook(secret).verify(late.body, late.headers)).toThrow('old');
  const lateSvix = {
    ...{ 'svix-id': late.headers['webhook-id']!, 'svix-timestamp': late.headers['webhook-timestamp']! },
    'svix-signature': late.headers['webhook-signature']!,
  };
  expect(() => new Svix(secret).verify(late.body, lateSvix)).toThrow('old');
});

test('a rotated secret still signs for a day, alongside the new one', async () => {
  const { id, secret } = await here();
  const rotated = await api.rest('POST', `/webhooks/${id}/rotate-secret`);
  expect(rotated.status).toBe(200);
  await happen();
  send();
  await only(id, 'delivered');
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const one of [secret, rotated.body.data.secret]) expect(new Webhook(one).verify(body, headers)).toBeTruthy();
  await sender!.stop();
  await clockOf(api).set(new Date(Date.now() + DAY + 60_000));
  await api.rest('POST', `/webhooks/${id}/test`);
  expect(receiver.received[1]!.headers['webhook-signature']).not.toContain(' ');
});

test('a test sends a ping at once and returns the result', async () => {
  const { id, secret } = await here({ enabled: false });
  receiver.answer((_, response) => response.writeHead(418).end('teapot'));
  const { status, body } = await api.rest('POST', `/webhooks/${id}/test`);
  expect(status).toBe(200);
  // The address is not public, so only the operator sees its answer.
  expect(body.data).toMatchObject({ ok: false, status: 418, answer: null, error: null });
  const [ping] = receiver.received as [(typeof receiver.received)[0]];
  expect(JSON.parse(ping.body)).toMatchObject({ type: 'ping', data: { webhook: id } });
  expect(ping.headers['webhook-signature']).toContain('v1,');
  expect(secret).toBeTruthy();
  expect(await deliveries(id)).toEqual([]);
});

test('deliveries are listed with attempts, by status and kind, and can be resent', async () => {
  const { id } = await here();
  receiver.answer((_, response) => response.writeHead(410).end());
  await happen();
  send();
  const { id: delivery } = await only(id, 'failed');
  const { body } = await api.rest('GET', `/webhook-deliveries/${delivery}`);
  expect(body.data).toMatchObject({
    ...{ webhook: id, kind: 'event.recorded', status: 'failed', next_attempt_at: null },
    attempts: [{ status: 410, answer: null, error: null }],
    payload: { type: 'event.recorded', data: { event: { name: 'seen' } } },
  });
  expect(await deliveries(id, '?status=failed&kind=event.recorded')).toHaveLength(1);
  expect(await deliveries(id, '?status=delivered')).toEqual([]);
  expect((await api.rest('GET', `/webhooks/${id}/deliveries?status=lost`)).status).toBe(422);
  expect((await api.rest('POST', `/webhook-deliveries/${delivery}/redeliver`)).status).toBe(409);
  receiver.answer((_, response) => response.writeHead(204).end());
  await api.rest('PATCH', `/webhooks/${id}`, { enabled: true });
  const since = new Date(Date.now() - DAY).toISOString();
  const range = await api.rest('POST', `/webhooks/${id}/redeliver`, { since });
  expect(range.body.data).toEqual({ redelivered: 1 });
  expect((await only(id, 'delivered')).attempts).toMatchObject([{ status: 410 }, { status: 204 }]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([delivery]));
  expect((await api.rest('POST', `/webhooks/${id}/redeliver`, { since })).body.data).toEqual({ redelivered: 0 });
  expect((await api.rest('POST', `/webhooks/${id}/redeliver`, { since, until: since })).body.errors).toHaveProperty(
    'until',
  );
});

test('410 disables a webhook, and the team gets an e-mail', async () => {
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test' });
  const { id } = await here();
  receiver.answer((_, response) => response.writeHead(410).end());
  await happen('one', 'a@people.test');
  send();
  await until(async () => !(await read(id)).enabled);
  expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'gone', disabled_at: expect.any(String) });
  const [mail] = (await api.rest('GET', '/transactional-mails')).body.data;
  expect(mail).toMatchObject({ to: ['shop@shop.test'], subject: `A webhook was disabled: ${receiver.address()}` });
  const preview = await api.rest('GET', `/transactional-mails/${mail.id}/preview`);
  expect(preview.body.data.text).toContain('410');
  await happen('two', 'b@people.test');
  expect(await deliveries(id)).toHaveLength(1);
});

test('only owners get an e-mail about a disabled webhook, each in their language', async () => {
  await api.rest('PATCH', '/team', { from_email: 'shop@shop.test' });
  for (const [role, email] of [
    ['owner', 'ann@staff.test'],
    ['owner', 'ben@staff.test'],
    ['editor', 'eve@staff.test'],
  ] as const) {
    await signIn(api, role, email);
  }
  await api.db.user.update({ where: { email: 'ann@staff.test' }, data: { language: 'de' } });
  const { id } = await here();
  receiver.answer((_, response) => response.writeHead(410).end());
  await happen('owned', 'owned@people.test');
  send();
  await until(async () => !(await read(id)).enabled);
  const mails = (await api.rest('GET', '/transactional-mails?per_page=2')).body.data;
  const about = { from: 'shop@shop.test', cc: [], bcc: [] };
  expect(mails).toMatchObject([about, about]);
  const said = mails.map(({ to, subject }: { to: string[]; subject: string }) => `${to}: ${subject}`);
  expect(said.sort()).toEqual([
    `ann@staff.test: Ein Webhook wurde abgeschaltet: ${receiver.address()}`,
    `ben@staff.test: A webhook was disabled: ${receiver.address()}`,
  ]);
  const { text } = (await api.rest('GET', `/transactional-mails/${mails[0].id}/preview`)).body.data;
  expect(text).toContain(`/settings/webhooks/${id}`);
  await api.db.member.deleteMany();
});

/** Delivers one notification on a day, and waits for the first attempt. */
async function deliverOn(day: number) {
  await clockOf(api).set(new Date(Date.now() + day * DAY));
  await happen(`day${day}`, `d${day}@people.test`);
  send();
  const where = { body: { contains: `"day${day}"` } };
  await until(async () => (await api.db.webhookDelivery.findFirst({ where, include: { tries: true } }))?.tries.length);
  await sender!.stop();
}
const refuse = () => receiver.answer((_, response) => response.writeHead(500).end());

test('a webhook that fails for five days is disabled, and can be enabled again', async () => {
  const { id } = await here();
  refuse();
  await deliverOn(0);
  expect((await read(id)).failing_since).not.toBeNull();
  await deliverOn(4);
  expect(await read(id)).toMatchObject({ enabled: true });
  await deliverOn(5.1);
  expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
  const again = await api.rest('PATCH', `/webhooks/${id}`, { enabled: true });
  expect(again.body.data).toMatchObject({ failing_since: null, disabled_at: null, disabled_reason: null });
});

test('a success in between starts the five days of a failing webhook again', async () => {
  const { id } = await here();
  refuse();
  await deliverOn(0);
  receiver.answer((_, response) => response.writeHead(204).end());
  await deliverOn(3);
  expect(await read(id)).toMatchObject({ enabled: true, failing_since: null });
  refuse();
  await deliverOn(4);
  await deliverOn(8.9);
  expect(await read(id)).toMatchObject({ enabled: true, failing_since: expect.any(String) });
  await deliverOn(9.1);
  expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'failing' });
});

test('an endpoint gets all deliveries after six hours of downtime, within the jitter', async () => {
  const { id } = await here();
  let down = true;
  receiver.answer((_, response) => response.writeHead(down ? 503 : 204).end());
  for (let n = 0; n < 20; n++) await happen(`n${n}`, `p${n}@people.test`);
  const start = Date.now();
  const all = () => api.db.webhookDelivery.findMany({ where: { webhookId: id }, include: { tries: true } });
  for (;;) {
    const waiting = (await all()).filter(({ state }) => state === 'pending');
    if (waiting.length === 0) break;
    const next = Math.max(...waiting.map(({ dueAt }) => dueAt.getTime()));
    down = next - start < 6 * 3_600_000;
    await clockOf(api).set(new Date(next + 100));
    const before = receiver.received.length;
    send();
    await until(() => receiver.received.length === before + waiting.length);
    await sender!.stop();
  }
  const done = await all();
  expect(done.map(({ state }) => state)).toEqual(Array(20).fill('delivered'));
  const delays = [5, 300, 1_800, 7_200, 18_000];
  for (const { tries } of done) {
    const at = tries.sort((a, b) => a.number - b.number).map(({ at }) => at.getTime());
    expect(at).toHaveLength(6);
    for (const [index, delay] of delays.entries()) {
      expect((at[index + 1]! - at[index]!) / 1_000).toBeGreaterThanOrEqual(delay);
    }
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
});

test('deliveries about one person arrive in order', async () => {
  await here();
  for (let n = 0; n < 30; n++) await api.rest('POST', '/events', { email: 'ada@people.test', name: `n${n}` });
  await makeAllWebhookDeliveries(api);
  receiver.answer((_, response) => setTimeout(() => response.writeHead(204).end(), Math.random() * 20));
  send();
  await until(() => receiver.received.length === 30);
  const names = receiver.received.map(({ body }) => JSON.parse(body).data.event.name);
  expect(names).toEqual(Array.from({ length: 30 }, (_, n) => `n${n}`));
});

test('a disabled or deleted webhook gets no waiting deliveries', async () => {
  const [first, second] = [await here(), await here()];
  await happen();
  await api.rest('PATCH', `/webhooks/${first.id}`, { enabled: false });
  await api.rest('DELETE', `/webhooks/${second.id}`);
  send();
  await until(async () => (await api.db.webhookDelivery.count({ where: { state: 'failed' } })) === 2);
  expect(receiver.received).toEqual([]);
  expect(await deliveries(first.id)).toMatchObject([
    { attempts: [{ status: null, error: 'The webhook is disabled.' }] },
  ]);
  const coded = `{ webhook(id: "${first.id}") { deliveries { nodes { attempts { errorCode } } } } }`;
  const { nodes } = (await api.graphql(coded)).body.data.webhook.deliveries;
  expect(nodes).toEqual([{ attempts: [{ errorCode: 'DISABLED' }] }]);
  await removeOldWebhookDeliveries(api.db);
  expect(await api.db.webhook.findMany()).toMatchObject([{ id: first.id }]);
  expect(await api.db.webhookDelivery.count()).toBe(1);
});

test("waiting deliveries go to the webhook's new URL", async () => {
  const { id } = await makeWebhook(api);
  await happen();
  await api.rest('PATCH', `/webhooks/${id}`, { url: receiver.address('/new') });
  send();
  await only(id, 'delivered');
  expect(receiver.received.map(({ path }) => path)).toEqual(['/new']);
});

test('a subscription to a webhook streams each attempt', async () => {
  const { id } = await here();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const query = 'subscription ($id: ID!) { webhookDelivered(webhookId: $id) { kind status attempts { status } } }';
  const followed = await follow(`http://127.0.0.1:${port}/graphql`, api.token, query, { id });
  await happen();
  send();
  await until(() => followed.seen.length > 0);
  expect(followed.seen).toEqual([{ kind: 'EVENT_RECORDED', status: 'DELIVERED', attempts: [{ status: 204 }] }]);
  followed.stop();
});

test('every kind is listed with an example, and in OpenAPI', async () => {
  const kinds = (await api.rest('GET', '/webhook-kinds')).body.data as { kind: string; example: { type: string } }[];
  expect(kinds).toHaveLength(32);
  for (const { kind, example } of kinds) expect(example).toMatchObject({ type: kind, data: expect.any(Object) });
  const { webhooks } = (await api.app.inject({ url: '/openapi.json' })).json();
  expect(Object.keys(webhooks)).toEqual([...kinds.map(({ kind }) => kind), 'ping']);
});

test('blocked addresses are not connected to, in any spelling', async () => {
  let connections = 0;
  const inner = createServer((_, response) => response.end());
  inner.on('connection', () => connections++);
  await once(inner.listen(0, '::'), 'listening');
  const { port } = inner.address() as AddressInfo;
  const strict = await openTestApp({}, { simulatedClock: true });
  try {
    const hosts = [
      ...['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '0.0.0.0', '127.255.255.254', 'localhost'],
      ...['localhost.', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
      ...['[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]', '10.0.0.1', '169.254.169.254'],
      ...['100.64.0.1', '192.168.0.1'],
    ];
    expect(hosts).toHaveLength(23);
    const { id } = await makeWebhook(strict);
    for (const host of hosts) {
      const url = `https://${host}:${port}/`;
      expect([host, (await strict.rest('PATCH', `/webhooks/${id}`, { url })).status]).toEqual([host, 422]);
      // As if a name resolved there: only the sender checks it.
      await strict.db.webhook.update({ where: { teamId_id: { teamId: strict.teamId, id } }, data: { url } });
      await strict.rest('POST', '/events', { email: 'a@people.test', name: 'seen' });
      await makeAllWebhookDeliveries(strict);
    }
    const strictSender = startWebhooks(strict.installation);
    await until(async () => (await strict.db.webhookAttempt.count()) >= hosts.length);
    await strictSender.stop();
    const attempts = await strict.db.webhookAttempt.findMany();
    expect(attempts.filter(({ status }) => status !== null)).toEqual([]);
    expect(attempts.filter(({ error }) => error?.includes('private network')).length).toBeGreaterThanOrEqual(22);
    expect((await strict.rest('POST', `/webhooks/${id}/test`)).body.data).toMatchObject({ ok: false, status: null });
    expect(connections).toBe(0);
  } finally {
    await strict.close();
    inner.closeAllConnections();
    inner.close();
  }
});

test('a read token can read but not change webhooks', async () => {
  const { id } = await here();
  const token = { token: api.readToken };
  expect((await api.rest('GET', `/webhooks/${id}/deliveries`, undefined, token)).status).toBe(200);
  expect((await api.rest('POST', `/webhooks/${id}/rotate-secret`, undefined, token)).status).toBe(403);
  expect(await kindsDeliveredTo(api, id)).toEqual([]);
});
