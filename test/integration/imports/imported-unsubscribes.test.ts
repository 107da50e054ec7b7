import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList, readSubscriber, subscribe } from '../../support/audience.ts';
import { importCsv, sendCsv, statusesOn } from '../../support/csv.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.suppression.deleteMany();
  list = await makeList(api);
});

const query = { import_unsubscribed: 'true' };
const HERE = ['left', 'hard', 'spam', 'waits', 'reads'].map((name) => ({ email: `${name}@x.test` }));
const FILE = `email,status,unsubscribed_at
left@x.test,unsubscribed,2024-05-06
hard@x.test,cleaned,
spam@x.test,abuse,
waits@x.test,unsubscribed,
new@x.test,unsubscribed,
`;

test('an import unsubscribes current subscribers whose rows are marked as unsubscribed', async () => {
  await subscribe(api, list, HERE);
  await api.db.subscriber.updateMany({ where: { email: 'waits@x.test' }, data: { status: 'unconfirmed' } });
  const imported = await importCsv(api, list, FILE, { query });
  expect(imported).toMatchObject({ added: 1, updated: 4, failed: 0 });
  expect(await statusesOn(api, list)).toEqual({
    ...{ 'left@x.test': 'unsubscribed', 'hard@x.test': 'bounced', 'spam@x.test': 'complained' },
    ...{ 'waits@x.test': 'unsubscribed', 'new@x.test': 'unsubscribed', 'reads@x.test': 'subscribed' },
  });
  expect((await readSubscriber(api, list, 'left@x.test')).unsubscribed_at).toBe('2024-05-06T00:00:00.000Z');
  const suppressions = (await api.rest('GET', '/suppressions')).body.data;
  expect(new Set(suppressions.map(({ email, reason }: Record<string, string>) => `${email} ${reason}`))).toEqual(
    new Set(['hard@x.test hard_bounce', 'spam@x.test complaint']),
  );
  const { id } = await readSubscriber(api, list, 'left@x.test');
  const { data } = (await api.rest('GET', `/subscribers/${id}/activity`)).body;
  expect(data.map(({ change }: { change: object }) => change)).toMatchObject([
    { type: 'unsubscribed', import: imported.id },
    { type: 'subscribed', import: null },
  ]);
});

test('without import_unsubscribed, rows of people who left fail and unsubscribe nobody', async () => {
  await subscribe(api, list, HERE);
  expect(await importCsv(api, list, FILE)).toMatchObject({ added: 0, updated: 0, failed: 5 });
  expect(new Set(Object.values(await statusesOn(api, list)))).toEqual(new Set(['subscribed']));
});

test('a row that resubscribes a person fails after an unsubscribing row of the same file', async () => {
  await subscribe(api, list, HERE);
  const file = 'email,status\nleft@x.test,unsubscribed\nleft@x.test,subscribed\n';
  const { updated, errors } = await importCsv(api, list, file, { query });
  expect([updated, errors[0].message]).toEqual([1, expect.stringContaining('earlier row of the file')]);
  expect((await statusesOn(api, list))['left@x.test']).toBe('unsubscribed');
});

test('an unsubscribing row never resubscribes a person, not even with resubscribe', async () => {
  await subscribe(api, list, HERE);
  await importCsv(api, list, FILE, { query });
  const again = await importCsv(api, list, FILE, { query: { ...query, resubscribe: 'true', confirmed: 'true' } });
  expect(again).toMatchObject({ added: 0, updated: 5, failed: 0 });
  expect(Object.values(await statusesOn(api, list)).filter((status) => status === 'subscribed')).toHaveLength(1);
});

test('a bounced person who unsubscribed elsewhere counts as unsubscribed', async () => {
  await importCsv(api, list, 'email,status\nhard@x.test,bounced\n', { query });
  await importCsv(api, list, 'email,status,unsubscribed_at\nhard@x.test,unsubscribed,2020-01-01\n', { query });
  expect(await readSubscriber(api, list, 'hard@x.test')).toMatchObject({
    status: 'unsubscribed',
    unsubscribed_at: '2020-01-01T00:00:00.000Z',
  });
});

test('a preview of a file with unsubscribes changes no one and reports no failed rows', async () => {
  await subscribe(api, list, HERE);
  const { body } = await sendCsv(api, list, FILE, { query, path: '/imports/preview' });
  expect(body.data.sample).toMatchObject({ rows: 5, failed: 0 });
  expect(new Set(Object.values(await statusesOn(api, list)))).toEqual(new Set(['subscribed']));
});
