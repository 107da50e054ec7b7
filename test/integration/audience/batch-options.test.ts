import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTeam, openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { statusesOn } from '../../support/csv.ts';
import { ask, fail } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let list: string;
beforeAll(async () => {
  testApp = await openTestAppWithJobs();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  list = await makeList(api, { requires_confirmation: true });
});

const ANN = 'ann@people.test';
const BOB = 'bob@people.test';
const send = (body: object) => api.rest('POST', `/lists/${list}/subscribers/batch`, body);
const confirmations = () => api.db.message.count({ where: { teamId: api.teamId, kind: 'confirmation' } });

async function sendMany({ subscribers = [], ...options }: { subscribers?: object[]; [option: string]: unknown }) {
  const { status, body } = await send({ ...options, subscribers: [...subscribers, ...rowsOf(100, 'more')] });
  expect(status).toBe(202);
  const read = async () => (await api.rest('GET', `/imports/${body.data.id}`)).body.data;
  await until(async () => (await read()).finished_at !== null);
  return read();
}

test('confirmed, consent and tags apply to every row; a row’s own value takes precedence, and tags are combined', async () => {
  const body = {
    subscribers: [
      { email: ANN, tags: ['own', 'SPRING'] },
      { email: BOB, confirmed: false, consent: 'By phone' },
    ],
    ...{ confirmed: true, consent: 'Old shop', tags: ['spring', ' moved ', ''] },
  };
  expect((await send(body)).body.meta).toEqual({ added: 2, updated: 0, failed: 0 });
  expect(await statusesOn(api, list)).toEqual({ [ANN]: 'subscribed', [BOB]: 'unconfirmed' });
  expect(await confirmations()).toBe(1);
  const tags = async (email: string) => (await readSubscriber(api, list, email)).tags;
  expect([await tags(ANN), await tags(BOB)]).toEqual([
    ['moved', 'own', 'spring'],
    ['moved', 'spring'],
  ]);
  const query = 'query ($id: ID!) { subscriber(id: $id) { consent } }';
  const consentOf = async (email: string) =>
    (await ask(api, query, { id: (await readSubscriber(api, list, email)).id })).subscriber.consent;
  expect([await consentOf(ANN), await consentOf(BOB)]).toEqual(['Old shop', 'By phone']);
  await subscribe(api, list, [{ email: ANN, first_name: 'Ann' }]);
  await api.rest('PATCH', `/subscribers/${(await readSubscriber(api, list, BOB)).id}`, { first_name: 'Bob' });
  expect([await consentOf(ANN), await consentOf(BOB)]).toEqual(['Old shop', 'By phone']);
});

test('resubscribe applies to every row that does not say false, and never to a row that says that its person left', async () => {
  const emails = [ANN, BOB, 'cleo@people.test'];
  await subscribe(
    api,
    list,
    emails.map((email) => ({ email, status: 'unsubscribed' })),
  );
  const { body } = await send({
    subscribers: [{ email: ANN }, { email: BOB, resubscribe: false }, { email: emails[2], status: 'unsubscribed' }],
    ...{ resubscribe: true, confirmed: true },
  });
  expect(body.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'subscribed',
    'failed',
    'unsubscribed',
  ]);
  expect(await statusesOn(api, list)).toEqual({
    ...{ [ANN]: 'subscribed', [BOB]: 'unsubscribed', 'cleo@people.test': 'unsubscribed' },
  });
});

const INVALID = {
  email: ANN,
  first_name: 'x'.repeat(300),
  timezone: 'Mars',
  tags: ['vip', 7],
  attributes: { size: 'L' },
};
const PROBLEMS = ['first_name', 'timezone', 'tags.1', 'attributes.size'];

test('on_invalid: skip_value leaves out values that are not valid, and says so', async () => {
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
  const strict = await send({ subscribers: [INVALID], on_invalid: 'fail_row' });
  expect(strict.body.data[0]).toMatchObject({ outcome: 'failed' });
  const { body } = await send({ subscribers: [INVALID, { email: BOB }], on_invalid: 'skip_value' });
  expect(body.meta).toEqual({ added: 2, updated: 0, failed: 0 });
  const [{ message, ...shown }, other] = body.data;
  expect(shown).toEqual({ index: 0, email: ANN, id: expect.any(String), outcome: 'subscribed' });
  expect(message).toMatch(/^Skipped: /);
  for (const field of PROBLEMS) expect(message).toContain(`The ${field} field `);
  expect(Object.keys(other)).toEqual(['index', 'email', 'id', 'outcome']);
  expect(await readSubscriber(api, list, ANN)).toMatchObject({
    ...{ first_name: null, timezone: null, tags: ['vip'], attributes: {} },
  });
});

test('on_invalid: skip_value fails a row whose address, status, consent or confirmation is invalid', async () => {
  const rows = [
    { email: 'ann' },
    { email: ANN, status: 'gone' },
    { email: ANN, confirmed: 1 },
    { email: ANN, consent: 'x'.repeat(1_001) },
    { email: ANN, resubscribe: 'no' },
    { email: ANN, unsubscribed: true },
    null,
  ];
  const { body } = await send({ subscribers: rows, on_invalid: 'skip_value' });
  expect(body.meta).toEqual({ added: 0, updated: 0, failed: rows.length });
});

test('on_invalid: skip_value keeps a person whose unsubscribe time cannot be read as unsubscribed', async () => {
  const subscribers = [
    { email: ANN, unsubscribed_at: 'last summer' },
    { email: BOB, unsubscribed_at: '2999-01-01T00:00:00Z', status: 'bounced' },
  ];
  await send({ subscribers, on_invalid: 'skip_value' });
  expect(await statusesOn(api, list)).toEqual({ [ANN]: 'unsubscribed', [BOB]: 'bounced' });
});

test('on_invalid: skip_value withstands values of any depth', async () => {
  const deep = JSON.parse('['.repeat(60) + ']'.repeat(60));
  const subscribers = [{ email: ANN, first_name: deep, attributes: { a: deep, b: 'x' } }];
  const { status, body } = await send({ subscribers, on_invalid: 'skip_value' });
  expect([status, body.meta?.added]).toEqual([200, 1]);
  expect((await readSubscriber(api, list, ANN)).attributes).toEqual({ b: 'x' });
});

test('the options apply to more than 100 rows, and the import shows them', async () => {
  await api.rest('POST', '/fields', { key: 'size', type: 'number' });
  await subscribe(api, list, [{ email: BOB, status: 'unsubscribed' }]);
  const done = await sendMany({
    subscribers: [INVALID, { email: BOB }, { email: 'no@people.test', confirmed: false }],
    ...{ confirmed: true, consent: 'Old shop', tags: ['spring'], resubscribe: true, on_invalid: 'skip_value' },
  });
  expect(done).toMatchObject({ added: 102, updated: 1, failed: 0 });
  const statuses = await statusesOn(api, list);
  expect([statuses[ANN], statuses[BOB], statuses['no@people.test'], statuses['more99@people.test']]).toEqual([
    ...['subscribed', 'subscribed', 'unconfirmed', 'subscribed'],
  ]);
  expect((await readSubscriber(api, list, ANN)).tags).toEqual(['spring', 'vip']);
  expect(await confirmations()).toBe(1);
  const query = 'query ($id: ID!) { import(id: $id) { confirmed consent skippedValuesCount } }';
  expect(await ask(api, query, { id: done.id })).toEqual({
    import: { confirmed: true, consent: 'Old shop', skippedValuesCount: PROBLEMS.length },
  });
  const { data } = (await api.rest('GET', `/imports/${done.id}/skipped-values`)).body;
  expect(data.map(({ row, email }: Record<string, unknown>) => [row, email])).toEqual(PROBLEMS.map(() => [1, ANN]));
});

describe('an invalid option is refused, and no row is processed', () => {
  test.each([
    [{ resubscribe: 'yes' }, 'resubscribe'],
    [{ confirmed: 1 }, 'confirmed'],
    [{ consent: 'x'.repeat(1_001) }, 'consent'],
    [{ consent: 7 }, 'consent'],
    [{ tags: 'spring' }, 'tags'],
    [{ tags: ['x'.repeat(101)] }, 'tags.0'],
    [{ on_invalid: 'ignore' }, 'on_invalid'],
    [{ status: 'unsubscribed' }, 'status'],
    [{ import_unsubscribed: true }, 'import_unsubscribed'],
  ])('%j', async (options, field) => {
    const { status, body } = await send({ subscribers: [{ email: ANN }], ...options });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await statusesOn(api, list)).toEqual({});
  });
});

test('null and blank options count as absent', async () => {
  const options = { resubscribe: null, confirmed: null, consent: ' ', tags: null, on_invalid: '' };
  expect((await send({ subscribers: [{ email: ANN }], ...options })).body.meta.added).toBe(1);
  expect(await confirmations()).toBe(1);
});

const BATCH = `mutation ($list: ID!, $rows: [SubscriberInput!]!, $confirmed: Boolean, $tags: [String!], $onInvalid: ImportOnInvalid) {
  createSubscribers(input: { listId: $list, subscribers: $rows, confirmed: $confirmed, tags: $tags, consent: "Old shop", resubscribe: true, onInvalid: $onInvalid }) {
    added failed results { status skipped { value issues { path message } } }
  }
}`;

test('GraphQL accepts the same rows and options', async () => {
  const rows = [
    { email: ANN, timezone: 'Mars' },
    { email: BOB, status: 'UNSUBSCRIBED', unsubscribedAt: '2024-01-01T00:00:00Z' },
  ];
  const variables = { list, rows, confirmed: true, tags: ['spring'], onInvalid: 'SKIP_VALUE' };
  const { createSubscribers } = await ask(api, BATCH, variables);
  expect(createSubscribers).toMatchObject({ added: 2, failed: 0 });
  expect(createSubscribers.results).toEqual([
    {
      status: 'SUBSCRIBED',
      skipped: [{ value: 'Mars', issues: [{ path: ['timezone'], message: expect.stringContaining('time zone') }] }],
    },
    { status: 'UNSUBSCRIBED', skipped: null },
  ]);
  expect(await readSubscriber(api, list, BOB)).toMatchObject({
    ...{ status: 'unsubscribed', unsubscribed_at: '2024-01-01T00:00:00.000Z', tags: ['spring'] },
  });
  const wrong = await fail(api, BATCH, { ...variables, tags: ['x'.repeat(101)] });
  expect(wrong.extensions.issues?.map(({ path }) => path)).toEqual([['tags', '0']]);
});
