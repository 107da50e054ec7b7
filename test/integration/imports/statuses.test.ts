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

const fileOf = (words: string[], header = 'email,status') =>
  `${header}\n${words.map((word, index) => `p${index}@x.test,${word}\n`).join('')}`;

const SUBSCRIBED = ['subscribed', 'Subscribed', 'ACTIVE', 'enabled', 'confirmed', ' subscribed '];
const ENDED: Record<string, string> = {
  ...{
    unsubscribed: 'unsubscribed',
    disabled: 'unsubscribed',
    blocklisted: 'unsubscribed',
    Suppressed: 'unsubscribed',
  },
  ...{ bounced: 'bounced', cleaned: 'bounced', 'Bounced (hard)': 'bounced' },
  ...{ complained: 'complained', junk: 'complained', Spam: 'complained' },
};
const NEVER = ['never_subscribed', 'Non-subscribed', 'transactional', 'NEVER SUBSCRIBED'];

test('status words of other providers are read in any case, and subscribe only subscribed people', async () => {
  const words = [...SUBSCRIBED, ...Object.keys(ENDED), ...NEVER, 'pending', 'unconfirmed'];
  const { added, failed, errors } = await importCsv(api, list, fileOf(words));
  expect([added, failed]).toEqual([SUBSCRIBED.length, words.length - SUBSCRIBED.length]);
  expect(Object.keys(await statusesOn(api, list))).toHaveLength(SUBSCRIBED.length);
  expect(errors[0].message).toBe(
    "The person's status is unsubscribed. Only subscribed people can be imported, unless import_unsubscribed is true.",
  );
});

test('an unknown status word fails its row, naming it, unless the import maps it', async () => {
  const file = fileOf(['vip', 'gold', '', 'Moved!']);
  const { added, errors } = await importCsv(api, list, file);
  expect([added, errors]).toEqual([
    1,
    [
      { row: 2, email: 'p0@x.test', message: expect.stringContaining('The status field has the unknown value "vip".') },
      { row: 3, email: 'p1@x.test', message: expect.stringContaining('"gold"') },
      { row: 5, email: 'p3@x.test', message: expect.stringContaining('"Moved!"') },
    ],
  ]);
  const query = { statuses: '{"VIP":"subscribed","gold":"subscribed","moved!":"unsubscribed"}' };
  expect(await importCsv(api, list, file, { query })).toMatchObject({ added: 2, updated: 1, failed: 1 });
});

test('a preview lists unknown words and counts their rows', async () => {
  const file = fileOf([...Array(30).fill('vip'), 'gold', 'subscribed']);
  const { body } = await sendCsv(api, list, file, { path: '/imports/preview' });
  expect(body.data.sample).toMatchObject({ rows: 32, is_complete: true, failed: 31 });
  expect(body.data.sample.unknown_statuses).toEqual([
    { status: 'vip', rows: 30 },
    { status: 'gold', rows: 1 },
  ]);
  expect(body.data.warnings).toContain('The status "vip" is unknown: 30 of 32 rows would fail.');
});

test.each<[string, Record<string, string>, string]>([
  ['no JSON', { statuses: 'vip' }, 'statuses'],
  ['a list', { statuses: '["vip"]' }, 'statuses'],
  ['a word to no status', { statuses: '{"vip":"gold"}' }, 'statuses.vip'],
  ['neither yes nor no', { import_unsubscribed: 'maybe' }, 'import_unsubscribed'],
])('%s is refused as a mapping of status words', async (_, query, field) => {
  const { status, body } = await sendCsv(api, list, fileOf(['vip']), { query });
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test('people who unsubscribed elsewhere can be stored as unsubscribed, with their times and without an e-mail', async () => {
  const strict = await makeList(api, { requires_confirmation: true });
  const words = Object.keys(ENDED);
  const file = `email,status,subscribed_at,unsubscribed_at,first_name\n${words
    .map((word, index) => `p${index}@x.test,${word},2020-01-02,2021-03-04T05:06:07Z,Ann\n`)
    .join('')}never@x.test,never_subscribed,,,\n`;
  const sent = { query: { import_unsubscribed: 'true' } };
  for (const id of [list, strict]) {
    expect(await importCsv(api, id, file, sent)).toMatchObject({ added: words.length, failed: 1 });
    expect(Object.values(await statusesOn(api, id))).toEqual(Object.values(ENDED));
  }
  expect(await api.db.message.count()).toBe(0);
  expect(await readSubscriber(api, list, 'p0@x.test')).toMatchObject({
    first_name: 'Ann',
    subscribed_at: '2020-01-02T00:00:00.000Z',
    unsubscribed_at: '2021-03-04T05:06:07.000Z',
  });
  const again = await importCsv(api, list, 'email\np0@x.test\n');
  expect(again.errors[0].message).toContain('has unsubscribed from this list');
});

test('people who unsubscribed here stay unsubscribed; a complaint elsewhere outranks it', async () => {
  const [{ id }] = (await subscribe(api, list, [{ email: 'left@x.test' }])).data;
  await api.rest('POST', `/subscribers/${id}/unsubscribe`);
  const before = await readSubscriber(api, list, 'left@x.test');
  const query = { import_unsubscribed: 'true', resubscribe: 'true' };
  await importCsv(api, list, 'email,status,unsubscribed_at\nleft@x.test,bounced,2020-01-01\n', { query });
  expect(await readSubscriber(api, list, 'left@x.test')).toEqual({ ...before, created_at: before.created_at });
  await importCsv(api, list, 'email,status\nleft@x.test,junk\n', { query });
  expect(await statusesOn(api, list)).toEqual({ 'left@x.test': 'complained' });
});

test('unsubscribe columns count like a status', async () => {
  const files = [
    'email,EMAIL_BLACKLISTED\na@x.test,No\nb@x.test,Yes\nc@x.test,\nd@x.test,perhaps\n',
    'email,unsubscribed_at\na@x.test,\nb@x.test,2020-01-01\nd@x.test,31.12.2020 10:00\n',
    'email,bounced_at\na@x.test,0000-00-00 00:00:00\nb@x.test,2020-01-01\nd@x.test,whenever\n',
    'email,status,Email Marketing Consent\na@x.test,active,SUBSCRIBED\nb@x.test,active,NEVER_SUBSCRIBED\nd@x.test,junk,SUBSCRIBED\n',
  ];
  for (const file of files) {
    const own = await makeList(api);
    await importCsv(api, own, file);
    expect(Object.keys(await statusesOn(api, own)).filter((email) => email !== 'c@x.test')).toEqual(['a@x.test']);
  }
});

test('subscription times are imported, and invalid ones are left out and reported', async () => {
  const file =
    'email,subscribed_at\na@x.test,2019-05-06\nb@x.test,2019-05-06T07:08:09+02:00\nc@x.test,6.5.2019 07:08\nd@x.test,2999-01-01\ne@x.test,soon\n';
  const { id, added } = await importCsv(api, list, file);
  expect(added).toBe(5);
  const at = async (email: string) => (await readSubscriber(api, list, email)).subscribed_at;
  expect(await at('a@x.test')).toBe('2019-05-06T00:00:00.000Z');
  expect(await at('b@x.test')).toBe('2019-05-06T05:08:09.000Z');
  expect(await at('c@x.test')).toBe('2019-05-06T07:08:00.000Z');
  expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.data).toEqual([
    {
      ...{ row: 5, email: 'd@x.test', column: 'subscribed_at', value: '2999-01-01' },
      message: 'The subscribed_at field must not be in the future.',
    },
    { row: 6, email: 'e@x.test', column: 'subscribed_at', value: 'soon', message: expect.stringContaining('a date') },
  ]);
  const strict = await importCsv(api, list, file, { query: { on_invalid: 'fail_row' } });
  expect(strict).toMatchObject({ updated: 3, failed: 2 });
});

test('words, column names and times that the database cannot store cause no error', async () => {
  const file = [
    'email,st\0range,status,subscribed_at,attributes',
    'a@x.test,,v\0p \ud83d,,',
    'b@x.test,,,0000-01-01,"{""\\u0000"": ""\\ud800""}"',
    'c@x.test,,,0001-01-01T00:00:00+14:00,"{""a"": ""x\\u0000"", ""b"": 1}"',
  ].join('\n');
  const query = { mapping: '{"2":"attributes.strange"}' };
  const { id, added, errors } = await importCsv(api, list, file, { query });
  expect([added, errors.map(({ row }: { row: number }) => row)]).toEqual([2, [2]]);
  expect((await readSubscriber(api, list, 'c@x.test')).attributes).toEqual({ b: '1' });
  const { data } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  expect(data.map(({ row, column }: Record<string, unknown>) => [row, column])).toEqual([
    [3, 'subscribed_at'],
    [3, 'attributes'],
    [4, 'subscribed_at'],
    [4, 'attributes'],
  ]);
  const { statusCode } = await api.app.inject({
    url: `/v1/imports/${id}/failed-rows`,
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(statusCode).toBe(200);
  expect((await sendCsv(api, list, file, { query, path: '/imports/preview' })).status).toBe(200);
});

test('rows of hundreds of kilobytes are imported in chunks of fewer rows', async () => {
  const long = 'x'.repeat(400_000);
  const lines = Array.from({ length: 30 }, (_, row) => `p${row}@x.test,${long}\n`).join('');
  const { id, added } = await importCsv(api, list, `email,first_name\n${lines}`);
  expect(added).toBe(30);
  expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.meta.total).toBe(30);
});

test('a status of punctuation only fails its row', async () => {
  const { added, failed } = await importCsv(api, list, fileOf(['-', '?', '✗', 'subscribed']));
  expect([added, failed]).toEqual([1, 3]);
});

test('words for unsubscribed people cannot be mapped to subscribed', async () => {
  const statuses = JSON.stringify({ Unsubscribed: 'subscribed', junk: 'unconfirmed', 'Bounced (hard)': 'complained' });
  const { status, body } = await sendCsv(api, list, fileOf(['Unsubscribed']), { query: { statuses } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['statuses.Unsubscribed', 'statuses.junk']]);
  expect(await statusesOn(api, list)).toEqual({});
});

test('a complaint as the unsubscribe reason counts as a complaint', async () => {
  const file = 'email,UNSUB_TIME,UNSUB_REASON\na@x.test,2020-01-02,ABUSE\nb@x.test,2020-01-02,NORMAL\n';
  await importCsv(api, list, file, { query: { import_unsubscribed: 'true' } });
  expect(await statusesOn(api, list)).toEqual({ 'a@x.test': 'complained', 'b@x.test': 'unsubscribed' });
});

test('a missing confirmation time is replaced by the opt-in time, row by row', async () => {
  const file = 'email,OPTIN_TIME,CONFIRM_TIME\na@x.test,2019-01-05 09:00:00,\nb@x.test,2019-01-05,2020-01-05\n';
  const { meta } = await importCsv(api, list, file);
  expect(meta.warnings).toEqual([]);
  const since = async (email: string) => (await readSubscriber(api, list, email)).subscribed_at.slice(0, 10);
  expect([await since('a@x.test'), await since('b@x.test')]).toEqual(['2019-01-05', '2020-01-05']);
});

test('a name column beside a last name column is the first name', async () => {
  await importCsv(api, list, 'Email,Name,Last name\na@x.test,Ann,Lee\n');
  expect(await readSubscriber(api, list, 'a@x.test')).toMatchObject({ first_name: 'Ann', last_name: 'Lee' });
});

test('an unsubscribing row overrides another row about the same person, anywhere in the file', async () => {
  const others = Array.from({ length: 1_200 }, (_, index) => `n${index}@x.test,subscribed,`);
  const left = ['near@x.test,unsubscribed,2020-01-02', 'far@x.test,complained,'];
  const rows = ['far@x.test,subscribed,', ...others, 'near@x.test,subscribed,', ...left];
  const file = ['email,status,unsubscribed_at', ...rows].join('\n');
  await subscribe(api, list, [{ email: 'here@x.test' }]);
  const answer = await importCsv(api, list, `${file}\nhere@x.test,unsubscribed,\n`, {
    query: { import_unsubscribed: 'true' },
  });
  expect(answer).toMatchObject({ added: 1_202, updated: 3, failed: 0 });
  const near = await readSubscriber(api, list, 'near@x.test');
  expect([near.status, near.unsubscribed_at]).toEqual(['unsubscribed', '2020-01-02T00:00:00.000Z']);
  expect((await readSubscriber(api, list, 'far@x.test')).status).toBe('complained');
  expect((await readSubscriber(api, list, 'here@x.test')).status).toBe('unsubscribed');
});

test("a file named like Mailchimp's export of non-subscribed people causes a warning", async () => {
  const { meta } = await importCsv(api, list, 'email,Email Suppressions,Colour\na@x.test,,red\n', {
    query: { file_name: 'nonsubscribed_members.csv' },
  });
  expect(meta.warnings).toEqual([
    'The column "Colour" is left out, because it matches no field.',
    expect.stringContaining('never subscribed'),
  ]);
});

const NOTHING = ['', ' ', '-', 'N/A', 'n/a', String.raw`\N`, 'NULL', '0', 'false', 'no', '0000-00-00 00:00:00'];

test.each(['bounced_at', 'unsubscribed_at'])(
  'a placeholder for no value in %s means that the person did not unsubscribe',
  async (column) => {
    const { id, added } = await importCsv(api, list, fileOf(NOTHING, `email,${column}`), {
      query: { import_unsubscribed: 'true' },
    });
    expect(added).toBe(NOTHING.length);
    expect(new Set(Object.values(await statusesOn(api, list)))).toEqual(new Set(['subscribed']));
    expect(await api.db.suppression.count()).toBe(0);
    expect((await api.rest('GET', `/imports/${id}/skipped-values`)).body.meta.total).toBe(0);
  },
);

test.each([
  ['bounced_at', 'bounced'],
  ['unsubscribed_at', 'unsubscribed'],
])('an invalid time in %s is reported, and the person counts as unsubscribed', async (column, status) => {
  const file = fileOf(['whenever', '2999-01-01', 'yes', '31/12/2020 10:00', '2020-01-02'], `email,${column}`);
  const { id, added } = await importCsv(api, list, file, { query: { import_unsubscribed: 'true' } });
  expect([added, new Set(Object.values(await statusesOn(api, list)))]).toEqual([5, new Set([status])]);
  const { data } = (await api.rest('GET', `/imports/${id}/skipped-values`)).body;
  const message = expect.stringContaining(`The ${column} field must be a date`);
  expect(data).toEqual([
    { row: 2, email: 'p0@x.test', column, value: 'whenever', message },
    {
      ...{ row: 3, email: 'p1@x.test', column, value: '2999-01-01' },
      message: `The ${column} field must not be in the future.`,
    },
    { row: 4, email: 'p2@x.test', column, value: 'yes', message },
  ]);
  const strict = await importCsv(api, await makeList(api), file, {
    query: { import_unsubscribed: 'true', on_invalid: 'fail_row' },
  });
  expect([strict.added, strict.failed]).toEqual([2, 3]);
});

test('a bounced person with a complaint counts as complained, in any order of columns', async () => {
  const query = { import_unsubscribed: 'true' };
  await importCsv(api, list, 'email,UNSUB_REASON,bounced_at\na@x.test,ABUSE,2020-01-02\n', { query });
  await importCsv(api, list, 'email,bounced_at,UNSUB_REASON\nb@x.test,2020-01-02,ABUSE\n', { query });
  expect(await statusesOn(api, list)).toEqual({ 'a@x.test': 'complained', 'b@x.test': 'complained' });
});
