import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, rowsOf, subscribe } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  list = await makeList(api, { requires_confirmation: true });
});

const CONSENT = 'Double opt-in in the old shop, records kept there';
const confirmations = () => api.db.message.count({ where: { kind: 'confirmation', subscriber: { listId: list } } });
const fileOf = (count: number) =>
  `email,subscribed_at\n${rowsOf(count)
    .map(({ email }) => `${email},2020-01-02\n`)
    .join('')}`;

test('people confirmed elsewhere are subscribed without an e-mail, with their own time and consent', async () => {
  const query = { confirmed: 'true', consent: CONSENT };
  const { id, added } = await importCsv(api, list, fileOf(150), { query });
  expect([added, await confirmations()]).toEqual([150, 0]);
  const [email] = Object.keys(await statusesOn(api, list));
  expect(await readSubscriber(api, list, email!)).toMatchObject({
    ...{ status: 'subscribed', subscribed_at: '2020-01-02T00:00:00.000Z' },
  });
  const { body } = await api.rest('GET', `/people/export?email=${email}`);
  expect(body.data.subscriptions).toMatchObject([{ consent: CONSENT }]);
  const query2 = `query ($id: ID!, $list: ID!) {
    import(id: $id) { confirmed consent } list(id: $list) { subscribers(first: 1) { nodes { consent status } } } }`;
  expect((await api.graphql(query2, { id, list })).body.data).toEqual({
    import: { confirmed: true, consent: CONSENT },
    list: { subscribers: { nodes: [{ consent: CONSENT, status: 'SUBSCRIBED' }] } },
  });
});

test('without that option everybody gets a confirmation e-mail', async () => {
  const { added } = await importCsv(api, list, fileOf(20), { query: { consent: CONSENT } });
  expect([added, await confirmations()]).toEqual([20, 20]);
  expect(new Set(Object.values(await statusesOn(api, list)))).toEqual(new Set(['unconfirmed']));
});

test('an unconfirmed subscriber is confirmed by it, except by rows that say unconfirmed', async () => {
  await subscribe(api, list, [{ email: 'waits@x.test' }, { email: 'still@x.test' }]);
  const file = 'email,status\nwaits@x.test,confirmed\nstill@x.test,unconfirmed\nnew@x.test,pending\n';
  expect(await importCsv(api, list, file, { query: { confirmed: 'true' } })).toMatchObject({ added: 1, updated: 2 });
  expect(await statusesOn(api, list)).toEqual({
    'new@x.test': 'unconfirmed',
    'still@x.test': 'unconfirmed',
    'waits@x.test': 'subscribed',
  });
  expect(await confirmations()).toBe(3);
});

test('a confirmation elsewhere does not resubscribe anybody', async () => {
  const [{ id }] = (await subscribe(api, list, [{ email: 'left@x.test' }])).data;
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  const query = { confirmed: 'true' };
  expect(await importCsv(api, list, 'email\nleft@x.test\n', { query })).toMatchObject({ failed: 1 });
  const back = { ...query, resubscribe: 'true' };
  expect(await importCsv(api, list, 'email\nleft@x.test\n', { query: back })).toMatchObject({ updated: 1 });
  expect(await statusesOn(api, list)).toEqual({ 'left@x.test': 'subscribed' });
});

test('a preview says how many e-mails an import will send', async () => {
  await subscribe(api, list, [{ email: 'p0@people.test' }]);
  const preview = async (count: number, query: Record<string, string> = {}) =>
    (await sendCsv(api, list, fileOf(count), { path: '/imports/preview', query })).body.data;
  const few = await preview(50);
  expect(few.sample).toMatchObject({ rows: 50, is_complete: true, confirmations: 49 });
  expect(few.warnings).toEqual(['The list asks for confirmation: 49 of 50 rows would send an e-mail.']);
  const many = await preview(1_500);
  expect(many.sample).toMatchObject({ rows: 1_000, is_complete: false, confirmations: 999 });
  expect(many.warnings).toEqual([
    'The list asks for confirmation: 999 of the first 1000 rows would send an e-mail, and the rest of the file its own.',
  ]);
  expect((await preview(50, { confirmed: 'true' })).sample.confirmations).toBe(0);
});

test.each([
  ['confirmed', 'perhaps'],
  ['consent', 'x'.repeat(1_001)],
])('an invalid value of %s is refused by its name', async (field, value) => {
  const { status, body } = await sendCsv(api, list, fileOf(1), { query: { [field]: value } });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
