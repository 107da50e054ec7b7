import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { callRaw, openSecondProcess } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 4 });
  secondProcess = await openSecondProcess(api);
});
afterAll(async () => {
  await secondProcess.close();
  await api.close();
});

const CREATE = 'mutation ($input: CreateListInput!) { createList(input: $input) { list { id name createdAt } } }';
const LIST = { name: 'News', fromEmail: 'news@shop.example' };

let keys = 0;
const newKey = () => `key-${++keys}`;

const call = (key: string, body: object, headers: object = {}, app = api.app, token = api.token) =>
  callRaw(app, token, 'POST', '/graphql', body, { 'idempotency-key': key, ...headers });

const create = (key: string, name: string, headers = {}, app = api.app) =>
  call(key, { query: CREATE, variables: { input: { ...LIST, name } } }, headers, app);

const countLists = async (name: string) =>
  (await statement(api.databaseUrl, `select count(*)::int as count from lists where name = '${name}'`))[0]?.count;

test('fifty identical mutations at once over two processes have one effect and one answer', async () => {
  const key = newKey();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => create(key, 'Fifty', {}, index % 2 ? api.app : secondProcess.app)),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(JSON.parse(answers[0]!.text).data.createList.list.name).toBe('Fifty');
  expect(answers.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(49);
  expect(await countLists('Fifty')).toBe(1);
});

test('a mutation that needs all of Yoga is stored too, and matches a plain one', async () => {
  const key = newKey();
  const body = { query: CREATE, variables: { input: { ...LIST, name: 'Yoga' } }, extensions: {} };
  const first = await call(key, body);
  const again = await call(key, body);
  expect(JSON.parse(first.text).data.createList.list.name).toBe('Yoga');
  expect(first.headers['idempotent-replay']).toBeUndefined();
  expect(again).toMatchObject({ status: 200, text: first.text, headers: { 'idempotent-replay': 'true' } });
  expect((await create(key, 'Yoga')).text).toBe(first.text);
  const streamed = await create(key, 'Yoga', { accept: 'text/event-stream' });
  expect(streamed.headers['idempotent-replay']).toBe('true');
  expect(streamed.text).toContain(JSON.parse(first.text).data.createList.list.id);
  expect(await countLists('Yoga')).toBe(1);
});

test('other variables, another document or a REST call under the same key are refused with 422', async () => {
  const key = newKey();
  await create(key, 'First');
  const other = await create(key, 'Second');
  const document = await call(key, {
    query: 'mutation { deleteList(id: "00000000-0000-7000-8000-000000000000") { deletedId } }',
  });
  const yoga = await call(key, { query: CREATE, variables: { input: LIST }, extensions: {} });
  const rest = await callRaw(api.app, api.token, 'POST', '/v1/lists', {}, { 'idempotency-key': key });
  expect([other, document, yoga, rest].map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(JSON.parse(other.text).errors[0].extensions).toEqual({
    code: 'BAD_USER_INPUT',
    issues: [
      {
        path: ['Idempotency-Key'],
        message: 'The Idempotency-Key field was already used for another request. Use a new key for each request.',
        code: 'TAKEN',
        problem: expect.any(String),
      },
    ],
  });
  expect(await countLists('Second')).toBe(0);
});

test('a key has 1 to 255 characters', async () => {
  for (const key of ['', 'k'.repeat(256)]) expect((await create(key, 'Length')).status).toBe(422);
  expect(await countLists('Length')).toBe(0);
});

test('a stored error keeps its location, path and code, and earlier mutations are rolled back', async () => {
  const key = newKey();
  const query = `mutation ($input: CreateListInput!) {
    createList(input: $input) { list { id } }
    deleteList(id: "00000000-0000-7000-8000-000000000000") { deletedId }
  }`;
  const body = { query, variables: { input: { ...LIST, name: 'Undone' } } };
  const first = await call(key, body);
  expect(JSON.parse(first.text)).toEqual({
    data: null,
    errors: [
      {
        message: 'Not found. Your team has nothing with the id given to deleteList.',
        locations: [{ line: 3, column: 5 }],
        path: ['deleteList'],
        extensions: { code: 'NOT_FOUND' },
      },
    ],
  });
  expect(await call(key, body, {}, secondProcess.app)).toMatchObject({
    text: first.text,
    headers: { 'idempotent-replay': 'true' },
  });
  expect(await countLists('Undone')).toBe(0);
});

test('a refused token and an invalid document are not stored: the retry runs', async () => {
  const key = newKey();
  const body = { query: CREATE, variables: { input: LIST } };
  const refused = await call(key, body, {}, api.app, api.readToken);
  expect(JSON.parse(refused.text).errors[0].extensions.code).toBe('FORBIDDEN');
  const unfit = await call(key, { query: CREATE, variables: { input: { name: 'No address' } } });
  expect(JSON.parse(unfit.text).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  const retry = await call(key, body);
  expect(JSON.parse(retry.text).data.createList.list.name).toBe('News');
  expect(retry.headers['idempotent-replay']).toBeUndefined();
});

test('a query ignores the key', async () => {
  const answer = await call('', { query: '{ lists { totalCount } }' });
  expect(JSON.parse(answer.text).data.lists.totalCount).toBeGreaterThanOrEqual(0);
});
