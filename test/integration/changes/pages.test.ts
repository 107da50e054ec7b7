import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { removeOldChanges } from '../../../src/domain/webhooks/remove-changes.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { changesAfter } from '../../support/changes.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { deliveriesTo, makeAllWebhookDeliveries, makeWebhook } from '../../support/webhooks.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
});
afterEach(async () => {
  await clockOf(api).set(new Date());
  await api.db.change.deleteMany();
  await api.db.webhookDelivery.deleteMany();
  await api.db.webhookNotification.deleteMany();
  await api.db.webhook.deleteMany();
});
afterAll(() => api.close());

const seen = (name: string, email = 'ada@people.test') => api.rest('POST', '/events', { email, name });
const namesOf = (changes: { data: { event?: { name: string } } }[]) => changes.map(({ data }) => data.event?.name);

/** The cursor of this moment. */
async function begin(token = api.token): Promise<string> {
  const { status, body } = await api.rest('GET', '/changes', undefined, { token });
  expect(status).toBe(200);
  expect(body.data).toEqual([]);
  return body.meta.cursor;
}

test('a page has the changes after the cursor in order, and the cursor after it', async () => {
  const cursor = await begin();
  for (const name of ['a', 'b', 'c']) await seen(name);
  const first = await changesAfter(api, `${cursor}&limit=2`);
  expect(namesOf(first.data)).toEqual(['a', 'b']);
  expect(first.meta.has_more).toBe(true);
  const second = await changesAfter(api, `${first.meta.cursor}&limit=2`);
  expect(namesOf(second.data)).toEqual(['c']);
  expect(second.meta.has_more).toBe(false);
  const third = await changesAfter(api, second.meta.cursor);
  expect([third.data, third.meta.cursor]).toEqual([[], second.meta.cursor]);
});

test('a change is the body of its webhook notification, with the same sequence', async () => {
  const webhook = await makeWebhook(api);
  const cursor = await begin();
  const list = await makeList(api);
  await subscribe(api, list, [{ email: 'ada@people.test' }]);
  await seen('order');
  const { data } = await changesAfter(api, cursor);
  expect(data.map(({ type }) => type)).toEqual(['subscriber.subscribed', 'event.recorded']);
  expect(data).toEqual(await deliveriesTo(api, webhook.id));
  const cursorOf = (change: { sequence: number }) => String(change.sequence);
  expect((await changesAfter(api, cursorOf(data[0]!))).data).toEqual(data.slice(1));
});

test('a page has only the kinds asked for, and its cursor passes the others', async () => {
  const cursor = await begin();
  await subscribe(api, await makeList(api), [{ email: 'bo@people.test' }]);
  await seen('a');
  await subscribe(api, await makeList(api), [{ email: 'cy@people.test' }]);
  const events = await changesAfter(api, `${cursor}&kinds=event.recorded,mail.sent`);
  expect(namesOf(events.data)).toEqual(['a']);
  const rest = await changesAfter(api, events.meta.cursor);
  expect(rest.data).toEqual([]);
  expect((await changesAfter(api, `${cursor}&kinds=*`)).data).toHaveLength(3);
});

test('a team that uses neither feed nor webhooks writes nothing', async () => {
  await begin(api.otherToken);
  await subscribe(api, await makeList(api), [{ email: 'ada@people.test' }]);
  await seen('order');
  expect(await api.db.webhookNotification.count()).toBe(0);
  await makeAllWebhookDeliveries(api);
  expect(await api.db.change.count()).toBe(0);
});

test('another team has its own feed', async () => {
  const [cursor, theirs] = [await begin(), await begin(api.otherToken)];
  await seen('mine');
  const { data } = await changesAfter(api, theirs, api.otherToken);
  expect(data).toEqual([]);
  expect(namesOf((await changesAfter(api, cursor)).data)).toEqual(['mine']);
});

test('the feed is not a webhook', async () => {
  await begin();
  await seen('order');
  await makeAllWebhookDeliveries(api);
  expect((await api.rest('GET', '/webhooks')).body.data).toEqual([]);
  const nil = '00000000-0000-0000-0000-000000000000';
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { enabled: false }]] as const) {
    expect((await api.rest(method, `/webhooks/${nil}`, body)).status).toBe(404);
  }
  expect(await api.db.webhookDelivery.count()).toBe(0);
  expect((await api.graphql(`{ node(id: "${nil}") { id } }`)).body).toEqual({ data: { node: null } });
});

const days = (count: number) => clockOf(api).set(new Date(Date.now() + count * 86_400_000));
const MESSAGE = /^The cursor is too old: .* Get a new cursor/;

test('a cursor is too old once a change after it was removed, and newer ones continue', async () => {
  const cursor = await begin();
  await seen('old');
  const { meta } = await changesAfter(api, cursor);
  await days(4);
  await seen('new');
  await makeAllWebhookDeliveries(api);
  await begin();
  await days(8);
  await removeOldChanges(api.installation.connection.db);
  const { status, body } = await api.rest('GET', `/changes?after=${cursor}`);
  expect([status, body]).toEqual([410, { message: expect.stringMatching(MESSAGE), errors: {} }]);
  expect(namesOf((await changesAfter(api, meta.cursor)).data)).toEqual(['new']);
  expect(namesOf((await changesAfter(api, 'oldest')).data)).toEqual(['new']);
});

test('a feed ends seven days after its last use, and its cursors with it', async () => {
  const cursor = await begin();
  await seen('kept');
  await makeAllWebhookDeliveries(api);
  await days(7.1);
  await seen('unheard');
  await makeAllWebhookDeliveries(api);
  await removeOldChanges(api.installation.connection.db);
  await seen('unwritten');
  expect([await api.db.change.count(), await api.db.webhookNotification.count()]).toEqual([0, 0]);
  expect((await api.rest('GET', `/changes?after=${cursor}`)).status).toBe(410);
  const next = await begin();
  await seen('new');
  expect((await changesAfter(api, 'oldest')).data.map(({ data }) => data.event.name)).toEqual(['new']);
  expect((await changesAfter(api, next)).data).toHaveLength(1);
  const { body } = await api.graphql('query ($after: String) { changes(after: $after) { cursor } }', { after: cursor });
  expect(body.errors).toMatchObject([
    { message: expect.stringMatching(MESSAGE), extensions: { code: 'CURSOR_EXPIRED' } },
  ]);
});

test('a feed goes on while it is used', async () => {
  let cursor = await begin();
  for (const day of [5, 10, 15]) {
    await days(day);
    await removeOldChanges(api.installation.connection.db);
    await seen(`on day ${day}`);
    const { data, meta } = await changesAfter(api, cursor);
    expect(namesOf(data)).toEqual([`on day ${day}`]);
    cursor = meta.cursor;
  }
});

test('a cursor of some kinds is not too old because others were removed', async () => {
  const cursor = await begin();
  await seen('old');
  await makeAllWebhookDeliveries(api);
  for (const day of [5, 10]) {
    await days(day);
    await begin();
  }
  await removeOldChanges(api.installation.connection.db);
  expect(await api.db.change.count()).toBe(0);
  expect((await api.rest('GET', `/changes?after=${cursor}`)).status).toBe(410);
  expect((await api.rest('GET', `/changes?after=${cursor}&kinds=event.recorded`)).status).toBe(410);
  await api.rest('POST', '/suppressions', { email: 'no@people.test' });
  const { data } = await changesAfter(api, `${cursor}&kinds=suppression.created,mail.sent`);
  expect(data.map(({ type }) => type)).toEqual(['suppression.created']);
});
