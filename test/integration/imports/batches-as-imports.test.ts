import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ publicUrl: 'https://mail.shop.example' });
  list = await makeList(api);
});
afterAll(() => api.close());

const batch = (subscribers: unknown, options?: object) =>
  api.rest('POST', `/lists/${list}/subscribers/batch`, { subscribers }, options);

const subscribers = async () => (await api.rest('GET', `/lists/${list}/subscribers`)).body.meta.total;

const WITH_IMPORT = `mutation ($list: ID!, $rows: [SubscriberInput!]!) {
  createSubscribers(input: { listId: $list, subscribers: $rows }) {
    results { status } added updated failed queued
    import { id status total processed fileName url list { id } errors { totalCount } }
  }
}`;

test('100 rows are applied at once, by REST and by GraphQL', async () => {
  const { status, body } = await batch(rowsOf(100, 'now'));
  expect(status).toBe(200);
  expect(body.meta).toEqual({ added: 100, updated: 0, failed: 0 });
  expect(body.data).toHaveLength(100);
  const { data } = (await api.graphql(WITH_IMPORT, { list, rows: rowsOf(100, 'now') })).body;
  expect(data.createSubscribers).toMatchObject({ added: 0, updated: 100, failed: 0, queued: null, import: null });
});

test('101 rows become an import, which is returned as a draft', async () => {
  const before = await subscribers();
  const { status, body } = await batch(rowsOf(101, 'later'));
  expect(status).toBe(202);
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'draft',
      file_name: 'api-batch.json',
      processed: 0,
      added: 0,
      updated: 0,
      failed: 0,
      skipped: 0,
      errors: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: null,
      url: `http://localhost:80/v1/imports/${body.data.id}`,
    },
    meta: { queued: 101 },
  });
  expect(await subscribers()).toBe(before);
  const read = await api.app.inject({
    url: `/api/v1/imports/${body.data.id}`,
    headers: { authorization: `Bearer ${api.readToken}` },
  });
  expect(read.json().data).toEqual({ ...body.data, url: `http://localhost:80/api/v1/imports/${body.data.id}` });
});

test('GraphQL makes an import of 1000 rows, with its relations', async () => {
  const { data } = (await api.graphql(WITH_IMPORT, { list, rows: rowsOf(1000, 'later') })).body;
  const created = data.createSubscribers.import;
  expect(data.createSubscribers).toMatchObject({ results: [], added: 0, updated: 0, failed: 0, queued: 1000 });
  expect(created).toEqual({
    id: expect.any(String),
    status: 'DRAFT',
    total: 1000,
    processed: 0,
    fileName: 'api-batch.json',
    url: `https://mail.shop.example/api/v1/imports/${created.id}`,
    list: { id: list },
    errors: { totalCount: 0 },
  });
});

test('zero rows and more than 1000 are refused, after an unknown list', async () => {
  for (const [rows, problem] of [
    [[], 'must have at least 1 item.'],
    [rowsOf(1001), 'must not have more than 1000 items.'],
  ]) {
    const { status, body } = await batch(rows);
    expect(status).toBe(422);
    expect(body.errors).toEqual({ subscribers: [`The subscribers field ${problem}`] });
  }
  const { status } = await api.rest('POST', `/lists/${UNKNOWN_ID}/subscribers/batch`, {});
  expect(status).toBe(404);
  const { errors } = (await api.graphql(WITH_IMPORT, { list, rows: rowsOf(1001) })).body;
  expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
});

test('rows with characters that the database cannot store are accepted too', async () => {
  const deep = '['.repeat(400) + ']'.repeat(400);
  const odd = [
    ...['null', '7', '"x"', '[]', '{}', '{"email":"nul\\u0000@shop.example"}', '{"email":"\\ud800@shop.example"}'],
    ...[`{"email":${deep}}`, `{"email":"a@shop.example","attributes":{"a":${deep}}}`],
  ];
  const usual = rowsOf(100, 'usual').map((row) => JSON.stringify(row));
  const { status, body } = await api.rest(
    'POST',
    `/lists/${list}/subscribers/batch`,
    `{"subscribers":[${[...odd, ...usual].join()}]}`,
  );
  expect(status).toBe(202);
  expect(body.meta).toEqual({ queued: 109 });
});

test('imports are listed newest first', async () => {
  const { body } = await batch(rowsOf(101, 'newest'));
  const page = await api.rest('GET', '/imports?per_page=2');
  expect(page.status).toBe(200);
  expect(page.body.data[0]).toEqual(body.data);
  expect(page.body.data).toHaveLength(2);
  expect(page.body.meta).toMatchObject({ current_page: 1, per_page: 2 });
  const { data } = (await api.graphql('{ imports(first: 1) { totalCount nodes { id status } } }')).body;
  expect(data.imports).toEqual({ totalCount: page.body.meta.total, nodes: [{ id: body.data.id, status: 'DRAFT' }] });
});

test('a cancelled import stops, and cancelling it again changes nothing', async () => {
  const { id } = (await batch(rowsOf(101, 'cancelled'))).body.data;
  const first = await api.rest('POST', `/imports/${id}/cancel`);
  expect(first).toMatchObject({ status: 200, body: { data: { id, status: 'cancelled', processed: 0 } } });
  expect(first.body.data.finished_at).not.toBeNull();
  const { data } = (
    await api.graphql('mutation ($id: ID!) { cancelImport(id: $id) { import { status finishedAt } } }', { id })
  ).body;
  expect(data.cancelImport.import).toEqual({ status: 'CANCELLED', finishedAt: first.body.data.finished_at });
});

test("another team's imports are not found, and a read token may not cancel", async () => {
  const { id } = (await batch(rowsOf(101, 'mine'))).body.data;
  const token = api.otherToken;
  for (const [method, path] of [
    ['GET', `/imports/${id}`],
    ['GET', `/imports/${id}/errors`],
    ['POST', `/imports/${id}/cancel`],
    ['GET', '/imports/none'],
  ] as const) {
    expect(await api.rest(method, path, undefined, { token })).toMatchObject({
      status: 404,
      body: { message: 'Not found.', errors: {} },
    });
  }
  expect((await api.rest('GET', '/imports', undefined, { token })).body.meta.total).toBe(0);
  expect((await api.rest('POST', `/imports/${id}/cancel`, undefined, { token: api.readToken })).status).toBe(403);
  const read = await api.graphql('query ($id: ID!) { import(id: $id) { id } }', { id }, { token });
  expect(read.body).toEqual({ data: { import: null } });
});
