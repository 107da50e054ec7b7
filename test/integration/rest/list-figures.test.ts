import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, [
    { email: 'ada@figures.test', subscribed_at: '2026-03-02T09:00:00Z' },
    { email: 'ben@figures.test', subscribed_at: '2026-03-03T09:00:00Z' },
    { email: 'cleo@figures.test', status: 'unsubscribed', unsubscribed_at: '2026-03-03T10:00:00Z' },
    { email: 'dora@figures.test', status: 'unconfirmed' },
  ]);
});
afterAll(() => api.close());

test('the growth of a list has one entry per interval, as in GraphQL', async () => {
  const { status, body } = await api.rest('GET', `/lists/${list}/growth?since=2026-03-02&until=2026-03-04`);
  expect([status, body]).toEqual([
    200,
    {
      data: [
        { date: '2026-03-02', subscribed: 1, unsubscribed: 0 },
        { date: '2026-03-03', subscribed: 1, unsubscribed: 1 },
        { date: '2026-03-04', subscribed: 0, unsubscribed: 0 },
      ],
    },
  ]);
  const query =
    '{ list(id: "ID") { growth(since: "2026-03-01", until: "2026-03-31", interval: MONTH) { date subscribed unsubscribed } } }';
  const months = await api.rest('GET', `/lists/${list}/growth?since=2026-03-01&until=2026-03-31&interval=month`);
  expect({ list: { growth: months.body.data } }).toEqual(await ask(api, query.replace('ID', list)));
});

test('the status counts of a list add up to its total', async () => {
  const { status, body } = await api.rest('GET', `/lists/${list}/status-counts`);
  expect([status, body]).toEqual([
    200,
    { data: { unconfirmed: 1, subscribed: 2, unsubscribed: 1, bounced: 0, complained: 0, total: 4 } },
  ]);
});

test.each([
  ['growth?since=march', 'since'],
  ['growth?until=2026-02-30', 'until'],
  ['growth?interval=year', 'interval'],
  ['growth?per=day', 'per'],
  ['status-counts?status=subscribed', 'status'],
])('%s is refused by name', async (path, key) => {
  const { status, body } = await api.rest('GET', `/lists/${list}/${path}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
});

test('figures of an unknown list are not found', async () => {
  for (const path of ['growth', 'status-counts']) {
    expect((await api.rest('GET', `/lists/01a1fe1c-74fd-718b-9e41-478b8cb0f072/${path}`)).status).toBe(404);
  }
});

test('a list and a logged mail show their transport', async () => {
  const server = { name: 'Own', host: 'smtp.shop.test', port: 587 };
  const transport = await api.rest('POST', '/transports', server);
  expect([transport.status, transport.body.errors]).toEqual([201, undefined]);
  const { id } = transport.body.data;
  expect((await api.rest('PUT', `/lists/${list}`, { transport: id })).body.data.transport).toBe(id);
  expect((await api.rest('GET', `/lists/${list}`)).body.data.transport).toBe(id);
  const { data } = (await api.rest('GET', '/lists')).body;
  expect(data.find((one: { id: string }) => one.id === list).transport).toBe(id);
  const mail = { from: 'a@shop.test', to: ['ada@people.test'], subject: 'Hi', html: '<p>Hi</p>', transport: id };
  const sent = await api.rest('POST', '/transactional-mails', mail);
  expect((await api.rest('GET', `/transactional-mails/${sent.body.data.id}`)).body.data.transport).toBe(id);
});

test('a logged mail shows what happened to it, and nothing that did not', async () => {
  const mail = { from: 'a@shop.test', to: ['ada@people.test'], subject: 'Hi', html: '<p>Hi</p>' };
  const { id } = (await api.rest('POST', '/transactional-mails', mail)).body.data;
  const read = async () => (await api.rest('GET', `/transactional-mails/${id}`)).body.data;
  const before = await read();
  expect(Object.keys(before)).not.toEqual(expect.arrayContaining(['bounced_at']));
  const at = new Date('2026-03-04T05:06:07Z');
  await api.db.transactionalMail.updateMany({
    where: { id },
    data: { openedAt: at, bouncedAt: at, bounceKind: 'hard' },
  });
  const moment = '2026-03-04T05:06:07.000Z';
  expect(await read()).toEqual({ ...before, opened_at: moment, bounced_at: moment, bounce_kind: 'hard' });
});
