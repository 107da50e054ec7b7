import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { statusesOn } from '../../support/csv.ts';
import { ask, fail } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';
import { kindsDeliveredTo, makeWebhook } from '../../support/webhooks.ts';

let testApp: TestApp;
let api: TestApp;
let list: string;
beforeAll(async () => {
  testApp = await openTestAppWithJobs();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  list = await makeList(api);
});

const ANN = 'ann@people.test';
const STATUSES = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'complained'];
const ENDED = ['unsubscribed', 'bounced', 'complained'];
const rowOf = (status: string) => ({ email: `${status}@people.test`, status });
const confirmations = () => api.db.message.count({ where: { teamId: api.teamId, kind: 'confirmation' } });
const one = (row: object, options?: object) => api.rest('POST', `/lists/${list}/subscribers`, row, options);
const batch = (body: object, options?: object) => api.rest('POST', `/lists/${list}/subscribers/batch`, body, options);
const activityOf = async (id: string) =>
  (await api.rest('GET', `/subscribers/${id}/activity`)).body.data.map(({ change }: { change: object }) => change);

test.each(['', '  ', null])('confirmed: %j counts as absent, in one and in many', async (confirmed) => {
  expect(await one({ email: ANN, confirmed })).toMatchObject({ status: 201, body: { data: { status: 'subscribed' } } });
  const subscribers = [{ email: 'bob@people.test', confirmed, resubscribe: confirmed }, []];
  const { body } = await batch({ confirmed, subscribers });
  expect(outcomesOf(body)).toEqual(['subscribed', 'failed']);
  expect(JSON.stringify(body.data[1])).toContain('must be an object');
});

const outcomesOf = ({ data }: { data: { outcome: string }[] }) => data.map(({ outcome }) => outcome);

/** Sends more rows than are done at once, and waits for their import. */
async function asImport(body: { subscribers: object[] }) {
  const subscribers = [...body.subscribers, ...rowsOf(101 - body.subscribers.length, 'more')];
  const { status, body: created } = await batch({ ...body, subscribers });
  expect(status).toBe(202);
  const read = async () => (await api.rest('GET', `/imports/${created.data.id}`)).body.data;
  await until(async () => (await read()).finished_at !== null);
  return read();
}

/** The statuses of the people on the list, without those that `asImport` added. */
const ownStatuses = async (id = list) =>
  Object.fromEntries(Object.entries(await statusesOn(api, id)).filter(([email]) => !email.startsWith('more')));

describe.each([false, true])('where the list asks for confirmation: %s', (requires_confirmation) => {
  const kept = Object.fromEntries(
    STATUSES.map((status) => [
      `${status}@people.test`,
      status === 'subscribed' && requires_confirmation ? 'unconfirmed' : status,
    ]),
  );

  beforeEach(async () => {
    list = await makeList(api, { requires_confirmation });
  });

  test('a batch keeps each status; only a row that subscribes its person sends a confirmation', async () => {
    const body = await subscribe(api, list, STATUSES.map(rowOf));
    expect(outcomesOf(body)).toEqual(STATUSES);
    expect(body.meta).toEqual({ added: 5, updated: 0, failed: 0 });
    expect(await statusesOn(api, list)).toEqual(kept);
    expect(await confirmations()).toBe(requires_confirmation ? 1 : 0);
  });

  test('more than 100 rows keep each status too', async () => {
    const done = await asImport({ subscribers: STATUSES.map(rowOf) });
    expect(done).toMatchObject({ added: 101, updated: 0, failed: 0 });
    expect(await ownStatuses()).toEqual(kept);
  });

  test('so do single calls, by REST and by GraphQL', async () => {
    for (const status of STATUSES) {
      const { status: code, body } = await one(rowOf(status));
      expect([code, body.data.status]).toEqual([201, kept[`${status}@people.test`]]);
    }
    expect(await confirmations()).toBe(requires_confirmation ? 1 : 0);
    const query = `mutation ($input: CreateSubscriberInput!) {
      createSubscriber(input: $input) { isNew subscriber { status } }
    }`;
    for (const status of ENDED) {
      const input = { email: `graphql-${status}@people.test`, status: status.toUpperCase() };
      const { createSubscriber } = await ask(api, query, { input: { listId: list, ...input } });
      expect(createSubscriber).toEqual({ isNew: true, subscriber: { status: status.toUpperCase() } });
    }
  });

  test('confirmed: true subscribes without an e-mail, and the consent is kept', async () => {
    const row = { email: ANN, status: 'subscribed', confirmed: true, consent: 'Shop checkout, 2024' };
    await subscribe(api, list, [row]);
    expect(await confirmations()).toBe(0);
    const query = 'query ($id: ID!) { subscriber(id: $id) { status consent } }';
    const { id } = await readSubscriber(api, list, ANN);
    expect(await ask(api, query, { id })).toEqual({
      subscriber: { status: 'SUBSCRIBED', consent: 'Shop checkout, 2024' },
    });
  });
});

test.each(ENDED)('status %s ends the subscription, with webhooks and activity', async (status) => {
  const [{ id }] = (await subscribe(api, list, [{ email: ANN }])).data;
  const hook = await makeWebhook(api);
  const body = await subscribe(api, list, [{ email: ANN, status, first_name: 'Ann' }]);
  expect(body).toEqual({
    data: [{ index: 0, email: ANN, id, outcome: status }],
    meta: { added: 0, updated: 1, failed: 0 },
  });
  expect(await readSubscriber(api, list, ANN)).toMatchObject({ status, first_name: 'Ann' });
  expect(await kindsDeliveredTo(api, hook.id)).toContain(`subscriber.${status}`);
  if (status === 'unsubscribed') {
    expect(await activityOf(id)).toMatchObject([{ type: 'unsubscribed' }, { type: 'subscribed' }]);
  }
});

test('unsubscribed_at alone means that the person left; null and blank are ignored', async () => {
  const at = '2024-01-01T00:00:00.000Z';
  const body = await subscribe(api, list, [
    { email: 'left@people.test', unsubscribed_at: at },
    { email: 'offset@people.test', unsubscribed_at: '2024-01-01T02:00:00+02:00' },
    {
      email: 'null@people.test',
      unsubscribed_at: null,
      status: null,
      subscribed_at: null,
      confirmed: null,
      consent: null,
    },
    { email: 'blank@people.test', unsubscribed_at: ' ', status: '', subscribed_at: '', consent: ' ' },
  ]);
  expect(outcomesOf(body)).toEqual(['unsubscribed', 'unsubscribed', 'subscribed', 'subscribed']);
  for (const email of ['left@people.test', 'offset@people.test']) {
    expect(await readSubscriber(api, list, email)).toMatchObject({ status: 'unsubscribed', unsubscribed_at: at });
  }
});

test('a row starts a subscription at its time, and an existing one keeps its own', async () => {
  const subscribed_at = '2020-02-29T12:00:00.000Z';
  await subscribe(api, list, [{ email: ANN, subscribed_at }]);
  await subscribe(api, list, [{ email: ANN, subscribed_at: '2021-01-01T00:00:00Z', status: 'subscribed' }]);
  expect(await readSubscriber(api, list, ANN)).toMatchObject({ status: 'subscribed', subscribed_at });
  await subscribe(api, list, [{ email: ANN, status: 'unsubscribed', unsubscribed_at: '2022-01-01T00:00:00Z' }]);
  await subscribe(api, list, [{ email: ANN, status: 'unsubscribed', unsubscribed_at: '2023-01-01T00:00:00Z' }]);
  expect(await readSubscriber(api, list, ANN)).toMatchObject({
    ...{ status: 'unsubscribed', subscribed_at, unsubscribed_at: '2022-01-01T00:00:00.000Z' },
  });
});

describe('people who left stay unsubscribed', () => {
  test.each([
    [{ status: 'unsubscribed' }],
    [{ status: 'unsubscribed', resubscribe: true }],
    [{ status: 'unsubscribed', resubscribe: true, confirmed: true, unsubscribed_at: '2020-01-01T00:00:00Z' }],
    [{ unsubscribed_at: '2020-01-01T00:00:00Z', resubscribe: true }],
  ])('by %j, whose outcome is unsubscribed', async (row) => {
    await subscribe(api, list, [{ email: ANN, status: 'unsubscribed' }]);
    expect(outcomesOf(await subscribe(api, list, [{ email: ANN, ...row }]))).toEqual(['unsubscribed']);
    expect((await readSubscriber(api, list, ANN)).status).toBe('unsubscribed');
  });

  test.each([{}, { status: 'subscribed' }, { status: 'subscribed', confirmed: true }, { status: 'unconfirmed' }])(
    'by %j, which fails without resubscribe',
    async (row) => {
      await subscribe(api, list, [{ email: ANN, status: 'unsubscribed' }]);
      const { data } = await subscribe(api, list, [{ email: ANN, ...row }]);
      expect(data[0]).toMatchObject({ outcome: 'failed', message: expect.stringContaining('Send resubscribe: true') });
      expect((await one({ email: ANN, ...row })).status).toBe(422);
      expect((await readSubscriber(api, list, ANN)).status).toBe('unsubscribed');
      await subscribe(api, list, [{ email: ANN, ...row, resubscribe: true }]);
      expect((await readSubscriber(api, list, ANN)).status).toBe(row.status ?? 'subscribed');
    },
  );

  test('by a later row of the same batch', async () => {
    const { data } = await subscribe(api, list, [{ email: ANN, status: 'unsubscribed' }, { email: ANN.toUpperCase() }]);
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unsubscribed', 'failed']);
  });

  test('and each row of the same address has its own outcome', async () => {
    const body = await subscribe(api, list, [{ email: ANN }, { email: ANN, status: 'unsubscribed' }]);
    expect(outcomesOf(body)).toEqual(['subscribed', 'unsubscribed']);
    expect((await readSubscriber(api, list, ANN)).status).toBe('unsubscribed');
  });
});

test('the stronger of two reasons for leaving wins: complained, unsubscribed, bounced', async () => {
  for (const [before, row, after] of [
    ['bounced', 'unsubscribed', 'unsubscribed'],
    ['unsubscribed', 'bounced', 'unsubscribed'],
    ['complained', 'unsubscribed', 'complained'],
    ['unsubscribed', 'complained', 'complained'],
    ['complained', 'bounced', 'complained'],
  ] as const) {
    const email = `${before}-${row}@people.test`;
    await subscribe(api, list, [{ email, status: before }]);
    expect(outcomesOf(await subscribe(api, list, [{ email, status: row }]))).toEqual([after]);
    expect((await readSubscriber(api, list, email)).status).toBe(after);
  }
});

test('an unconfirmed row leaves a subscriber subscribed', async () => {
  await subscribe(api, list, [{ email: ANN }]);
  expect(outcomesOf(await subscribe(api, list, [{ email: ANN, status: 'unconfirmed' }]))).toEqual(['subscribed']);
  expect((await readSubscriber(api, list, ANN)).status).toBe('subscribed');
});

test('a person waiting for confirmation is confirmed by confirmed: true, and by status subscribed on a list without confirmation', async () => {
  const strict = await makeList(api, { requires_confirmation: true });
  for (const [id, row, status] of [
    [strict, { status: 'subscribed' }, 'unconfirmed'],
    [strict, { confirmed: true }, 'subscribed'],
    [list, {}, 'unconfirmed'],
    [list, { status: 'subscribed' }, 'subscribed'],
  ] as const) {
    const email = `wait${JSON.stringify(row).length}@people.test`;
    await subscribe(api, id, [{ email, status: 'unconfirmed' }]);
    await subscribe(api, id, [{ email, ...row }]);
    expect((await readSubscriber(api, id, email)).status).toBe(status);
  }
  expect(await confirmations()).toBe(0);
});

test('bounced and complained rows suppress the address; an unsubscribed row does not', async () => {
  await subscribe(api, list, ENDED.map(rowOf));
  const { data } = (await api.rest('GET', '/suppressions')).body;
  expect(Object.fromEntries(data.map(({ email, reason }: Record<string, string>) => [email, reason]))).toEqual({
    'bounced@people.test': 'hard_bounce',
    'complained@people.test': 'complaint',
  });
  const [failed] = (await subscribe(api, await makeList(api), [{ email: 'bounced@people.test' }])).data;
  expect(failed).toMatchObject({ outcome: 'failed', message: expect.stringContaining('blocked') });
});

describe('a row fails, and leaves no trace, for', () => {
  test.each([
    [
      { status: 'unsubscribe' },
      'The status field must be one of unconfirmed, subscribed, unsubscribed, bounced, complained.',
    ],
    [{ status: 'Unsubscribed' }, 'The status field must be one of'],
    [{ status: false }, 'The status field must be one of'],
    [{ status: ['unsubscribed'] }, 'The status field must be one of'],
    [{ confirmed: 'yes' }, 'The confirmed field must be true or false.'],
    [{ consent: 'x'.repeat(1_001) }, 'The consent field must not be greater than 1000 characters.'],
    [{ consent: true }, 'The consent field must be a string.'],
    [{ subscribed_at: '2999-01-01T00:00:00Z' }, 'The subscribed_at field must not be in the future.'],
    [{ unsubscribed_at: '2999-01-01T00:00:00Z' }, 'The unsubscribed_at field must not be in the future.'],
    [{ unsubscribed_at: '2024-01-01' }, 'The unsubscribed_at field must be a valid date-time'],
    [{ unsubscribed_at: '0000-01-01T00:00:00Z' }, 'The unsubscribed_at field must be a valid date-time'],
    [{ unsubscribed_at: true }, 'The unsubscribed_at field must be a valid date-time'],
    [{ subscribed_at: 1_700_000_000 }, 'The subscribed_at field must be a valid date-time'],
  ])('%j', async (row, message) => {
    const { data, meta } = await subscribe(api, list, [{ email: ANN, ...row }, { email: 'bob@people.test' }]);
    expect(data[0]).toEqual({ index: 0, email: ANN, outcome: 'failed', message: expect.stringContaining(message) });
    expect(meta).toEqual({ added: 1, updated: 0, failed: 1 });
    const single = await one({ email: ANN, ...row });
    expect([single.status, Object.keys(single.body.errors)]).toEqual([422, Object.keys(row)]);
    expect(Object.keys(await statusesOn(api, list))).toEqual(['bob@people.test']);
  });
});

test('simultaneous calls for one address agree, and a row that says that the person left always counts', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => (index === 5 ? { status: 'unsubscribed' } : {}));
  const answers = await Promise.all(
    rows.map((row, index) =>
      index % 2 ? batch({ subscribers: [{ email: ANN, ...row }] }) : one({ email: ANN, ...row }),
    ),
  );
  expect(answers.map(({ status }) => status).every((status) => [200, 201, 422].includes(status))).toBe(true);
  expect(await statusesOn(api, list)).toEqual({ [ANN]: 'unsubscribed' });
});

test('an idempotency key replays the end of a subscription, and ends it once', async () => {
  const [{ id }] = (await subscribe(api, list, [{ email: ANN }])).data;
  const body = { subscribers: [{ email: ANN, status: 'unsubscribed' }] };
  const options = { headers: { 'idempotency-key': 'end-of-ann' } };
  const first = await batch(body, options);
  await batch({ subscribers: [{ email: ANN, resubscribe: true }] });
  const again = await batch(body, options);
  expect([again.body, again.headers['idempotent-replay']]).toEqual([first.body, 'true']);
  expect((await api.rest('GET', `/subscribers/${id}`)).body.data.status).toBe('subscribed');
  expect((await batch({ subscribers: [{ email: ANN }] }, options)).status).toBe(422);
});

test('a read token cannot end a subscription, and another team does not find the list', async () => {
  await subscribe(api, list, [{ email: ANN }]);
  const row = { email: ANN, status: 'unsubscribed' };
  expect((await batch({ subscribers: [row] }, { token: api.readToken })).status).toBe(403);
  expect((await one(row, { token: api.readToken })).status).toBe(403);
  expect((await batch({ subscribers: [row] }, { token: testApp.otherToken })).status).toBe(404);
  const query =
    'mutation ($list: ID!) { createSubscribers(input: { listId: $list, subscribers: [{ email: "ann@people.test", status: UNSUBSCRIBED }] }) { failed } }';
  expect((await fail(api, query, { list }, { token: api.readToken })).extensions.code).toBe('FORBIDDEN');
  expect(await statusesOn(api, list)).toEqual({ [ANN]: 'subscribed' });
});

describe('a page of a list posted to another list', () => {
  const PEOPLE = [
    { email: 'reads@people.test', tags: ['vip'], attributes: { city: 'Wien' }, first_name: 'Ann', locale: 'de' },
    { email: 'left@people.test', status: 'unsubscribed', unsubscribed_at: '2023-04-05T06:07:08.009Z', tags: ['old'] },
    { email: 'waits@people.test', status: 'unconfirmed', timezone: 'Europe/Vienna' },
    { email: 'hard@people.test', status: 'bounced' },
    { email: 'spam@people.test', status: 'complained', subscribed_at: '2020-01-01T00:00:00.000Z' },
  ];
  const pageOf = async (id: string, page = 1) =>
    (await api.rest('GET', `/lists/${id}/subscribers?per_page=100&page=${page}`)).body.data;
  const shown = (page: { email: string }[]) =>
    Object.fromEntries(
      page.map((subscriber) => {
        const { id, list, created_at, updated_at, ...rest } = subscriber as Record<string, unknown>;
        return [rest.email, rest];
      }),
    );

  beforeEach(async () => {
    await subscribe(api, list, PEOPLE);
  });

  test.each([false, true])('keeps statuses, times, tags and attributes (as an import: %s)', async (isImport) => {
    const subscribers = await pageOf(list);
    const from = list;
    list = await makeList(api);
    if (isImport) expect(await asImport({ subscribers })).toMatchObject({ added: 101, failed: 0 });
    else expect((await batch({ subscribers })).body.meta).toEqual({ added: 5, updated: 0, failed: 0 });
    const copied = [...(await pageOf(list)), ...(await pageOf(list, 2))].filter(
      ({ email }: { email: string }) => !email.startsWith('more'),
    );
    expect(shown(copied)).toEqual(shown(await pageOf(from)));
    expect(await confirmations()).toBe(0);
  });

  test('keeps them on a list that asks for confirmation too, when the caller says that its people confirmed', async () => {
    const subscribers = await pageOf(list);
    const from = await statusesOn(api, list);
    list = await makeList(api, { requires_confirmation: true });
    await batch({ subscribers, confirmed: true });
    expect([await statusesOn(api, list), await confirmations()]).toEqual([from, 0]);
  });

  test('can be posted one by one', async () => {
    const subscribers = await pageOf(list);
    const from = await statusesOn(api, list);
    list = await makeList(api);
    for (const subscriber of subscribers) expect((await one(subscriber)).status).toBe(201);
    expect(await statusesOn(api, list)).toEqual(from);
  });

  test('ends the subscriptions of people who left the first list, and resubscribes no one', async () => {
    const subscribers = await pageOf(list);
    list = await makeList(api);
    await api.db.suppression.deleteMany({ where: { teamId: api.teamId } });
    await subscribe(api, list, [
      ...PEOPLE.slice(1).map(({ email }) => ({ email })),
      { email: 'reads@people.test', status: 'unsubscribed' },
    ]);
    const { data, meta } = (await batch({ subscribers })).body;
    expect(meta).toEqual({ added: 0, updated: 4, failed: 1 });
    expect(data.find(({ outcome }: { outcome: string }) => outcome === 'failed').email).toBe('reads@people.test');
    expect(await statusesOn(api, list)).toEqual({
      ...{ 'reads@people.test': 'unsubscribed', 'left@people.test': 'unsubscribed', 'waits@people.test': 'subscribed' },
      ...{ 'hard@people.test': 'bounced', 'spam@people.test': 'complained' },
    });
  });
});
