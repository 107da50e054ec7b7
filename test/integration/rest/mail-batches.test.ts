import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const template = { editor: 'html', subject: 'Order {{ n }}', content: 'Hello' };
  await api.rest('POST', '/templates', { ...template, name: 'Order' });
});
afterAll(() => api.close());

const ROW = { template: 'Order', from: 'shop@shop.test', to: ['ann@people.test'] };
const post = (mails: unknown, headers?: Record<string, string>) =>
  api.rest('POST', '/transactional-mails/batch', { mails }, { headers });
const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...ROW, to: [`p${n}@people.test`], variables: { n } }));

test('each row is validated on its own, and answered with exactly the keys that apply', async () => {
  const erased = 'erased@people.test';
  await api.rest('POST', '/people/erase', { email: erased });
  const { status, body } = await post([
    ROW,
    { ...ROW, to: ['x'], template: 'Nothing' },
    { ...ROW, template: undefined, subject: 'Own', text: 'Text', send_at: new Date(Date.now() + 60_000).toISOString() },
    { ...ROW, template: 'Nothing' },
    { ...ROW, to: ['ann@people.test', erased] },
    7,
  ]);
  expect(status).toBe(200);
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(body).toEqual({
    data: [
      { index: 0, status: 'accepted', id },
      { index: 1, status: 'invalid', errors: { 'to.0': ['The to.0 field must be a valid email address.'] } },
      { index: 2, status: 'accepted', id },
      {
        index: 3,
        status: 'invalid',
        errors: { template: ['The template field must be the name or id of a template.'] },
      },
      {
        index: 4,
        status: 'invalid',
        errors: { 'to.1': ['The person was erased. Their data cannot be stored again.'] },
      },
      { index: 5, status: 'invalid', errors: { row: ['The row field must be an object.'] } },
    ],
    failed: 4,
  });
  const mails = await Promise.all(
    [0, 2].map(async (row) => (await api.rest('GET', `/transactional-mails/${body.data[row].id}`)).body.data),
  );
  expect(mails).toMatchObject([
    { template: 'Order', subject: 'Order', status: 'pending' },
    { template: null, subject: 'Own', status: 'pending', send_at: expect.any(String) },
  ]);
  expect(await api.db.transactionalMail.count()).toBe(2);
  expect(await api.db.message.count()).toBe(2);
});

test('if every row is invalid, the answer is 422, row by row', async () => {
  const { status, body } = await post([
    { ...ROW, to: [] },
    { ...ROW, cc: ['x'] },
  ]);
  expect([status, body]).toEqual([
    422,
    {
      message: 'The mails.0.to field must have at least 1 item. (and 1 more error)',
      errors: {
        'mails.0.to': ['The mails.0.to field must have at least 1 item.'],
        'mails.1.cc.0': ['The mails.1.cc.0 field must be a valid email address.'],
      },
    },
  ]);
});

test('an unknown key fails only its row, at any depth, and is named as sent', async () => {
  const before = await api.db.transactionalMail.count();
  const attachment = { filename: 'a.txt', content: 'YQ==' };
  const { status, body } = await post([
    ROW,
    { ...ROW, colour: 'red' },
    { ...ROW, replyTo: 'shop@shop.test' },
    { ...ROW, scheduled_at: '2030-01-31T12:00:00Z', to: ['x'] },
    { ...ROW, attachments: [attachment, { ...attachment, inline: true }] },
    { ...ROW, ...JSON.parse('{"__proto__": {"a": 1}, "constructor": 1, "": 2}') },
    { ...ROW, variables: { colour: 'red', deep: { replyTo: 1 } }, headers: { 'X-Own': 'yes' } },
    { ...ROW, to: ['bob@people.test'], send_at: null },
  ]);
  expect(status).toBe(200);
  const errors = body.data.map((row: { errors?: object }) => row.errors && Object.keys(row.errors));
  expect(errors).toEqual([
    ...[undefined, ['colour'], ['replyTo'], ['scheduled_at', 'to.0'], ['attachments.1.inline']],
    ...[['__proto__', 'constructor', 'row'], undefined, undefined],
  ]);
  expect(body.failed).toBe(5);
  expect(body.data[2].errors.replyTo).toEqual([
    'The replyTo field is not known to this operation. Did you mean reply_to?',
  ]);
  expect(await api.db.transactionalMail.count()).toBe(before + 3);
});

test('a row with very many unknown keys gets few errors', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`key${n}`, 1]));
  const { status, body } = await post([ROW, { ...ROW, ...many }]);
  expect([status, body.failed, Object.keys(body.data[1].errors)]).toEqual([
    ...[200, 1],
    ['key0', 'key1', 'key2', 'key3', 'key4'],
  ]);
});

test('unknown keys in every row are 422, row by row, and one outside the rows refuses all', async () => {
  const before = await api.db.transactionalMail.count();
  const inRows = await post([
    { ...ROW, colour: 'red' },
    { ...ROW, attachments: [{ file: 'a' }] },
  ]);
  expect([inRows.status, Object.keys(inRows.body.errors)]).toEqual([
    422,
    ['mails.0.colour', 'mails.1.attachments.0.file', 'mails.1.attachments.0.filename', 'mails.1.attachments.0.content'],
  ]);
  const beside = await api.rest('POST', '/transactional-mails/batch', { mails: [ROW], dry_run: true });
  expect([beside.status, Object.keys(beside.body.errors)]).toEqual([422, ['dry_run']]);
  expect(await api.db.transactionalMail.count()).toBe(before);
});

test.each([
  [undefined, 'is required.'],
  [[], 'must have at least 1 item.'],
  [many(101), 'must not have more than 100 items.'],
  [{}, 'must be an array.'],
])('mails %# is refused', async (mails, problem) => {
  const { status, body } = await post(mails);
  expect([status, body.errors]).toEqual([422, { mails: [`The mails field ${problem}`] }]);
});

test('a hundred mails cost as many statements as one, and one of them inserts', async () => {
  const one = await api.statements(() => post(many(1)));
  const hundred = await api.statements(() => post(many(100)));
  expect(hundred.length).toBe(one.length);
  expect(hundred.filter((text) => text.includes('insert_mails('))).toHaveLength(1);
});

test('an Idempotency-Key sends a batch once, and replays its answer', async () => {
  const before = await api.db.transactionalMail.count();
  const headers = { 'idempotency-key': 'batch' };
  const first = await post(many(3), headers);
  const second = await post(many(3), headers);
  expect(second.body).toEqual(first.body);
  expect([second.status, second.headers['idempotent-replay']]).toEqual([200, 'true']);
  expect(await api.db.transactionalMail.count()).toBe(before + 3);
});

test('GraphQL does the same', async () => {
  const query = `mutation ($inputs: [SendTransactionalMailInput!]!) {
    sendTransactionalMails(input: { mails: $inputs }) { results { index status transactionalMailId transactionalMail { id subject } issues { path message } } }
  }`;
  const inputs = [
    { ...ROW, variables: { n: 7 } },
    { ...ROW, template: 'Nothing' },
  ];
  const {
    sendTransactionalMails: { results },
  } = await ask(api, query, { inputs });
  expect(results).toEqual([
    {
      index: 0,
      status: 'ACCEPTED',
      transactionalMailId: results[0].transactionalMail.id,
      transactionalMail: { id: expect.any(String), subject: 'Order 7' },
      issues: null,
    },
    {
      ...{ index: 1, status: 'INVALID', transactionalMailId: null, transactionalMail: null },
      issues: [{ path: ['template'], message: 'The template field must be the name or id of a template.' }],
    },
  ]);
});
