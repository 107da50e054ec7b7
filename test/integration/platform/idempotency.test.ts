import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { callRaw, openSecondProcess, type RawAnswer } from '../../support/second-process.ts';
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

let keys = 0;
const newKey = () => `key-${++keys}`;
const LIST = { name: 'News', from_email: 'news@shop.example' };

const post = (path: string, body: unknown, key: string, app = api.app, token = api.token): Promise<RawAnswer> =>
  callRaw(app, token, 'POST', `/v1${path}`, body, { 'idempotency-key': key });

const countLists = async (name: string): Promise<number> => {
  const [row] = await statement(api.databaseUrl, `select count(*)::int as count from lists where name = '${name}'`);
  return row?.count as number;
};

test('fifty identical requests at once over two processes have one effect and one answer', async () => {
  const key = newKey();
  const body = { ...LIST, name: 'Fifty' };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => post('/lists', body, key, index % 2 ? api.app : secondProcess.app)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replay'] === undefined)).toHaveLength(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replay'] === 'true')).toHaveLength(49);
  expect(await countLists('Fifty')).toBe(1);
});

test('many keys at once, each sent twice over two processes, have one effect each', async () => {
  const body = { ...LIST, name: 'Many' };
  const given = Array.from({ length: 40 }, newKey);
  const answers = await Promise.all(
    given.flatMap((key) => [post('/lists', body, key), post('/lists', body, key, secondProcess.app)]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countLists('Many')).toBe(40);
});

test('a request matches under /v1 and /api/v1', async () => {
  const key = { 'idempotency-key': newKey() };
  const first = await callRaw(api.app, api.token, 'POST', '/v1/lists', LIST, key);
  const again = await callRaw(api.app, api.token, 'POST', '/api/v1/lists', LIST, key);
  expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replay': 'true' } });
});

test('another body, path, method or query under the same key is refused and names the header', async () => {
  const key = newKey();
  const first = await post('/lists', LIST, key);
  const { id } = JSON.parse(first.text).data;
  const refused = await Promise.all([
    post('/lists', { ...LIST, name: 'Other' }, key),
    post('/templates', LIST, key),
    post('/lists?draft=1', LIST, key, secondProcess.app),
    callRaw(api.app, api.token, 'PUT', '/v1/lists', LIST, { 'idempotency-key': key }),
    callRaw(api.app, api.token, 'PUT', `/v1/lists/${id}`, LIST, { 'idempotency-key': key }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 405, 422]);
  expect(JSON.parse(refused[0]!.text)).toEqual({
    message: 'The Idempotency-Key field was already used for another request. Use a new key for each request.',
    errors: {
      'Idempotency-Key': [
        'The Idempotency-Key field was already used for another request. Use a new key for each request.',
      ],
    },
  });
});

test('a key has 1 to 255 characters', async () => {
  for (const key of ['', 'k'.repeat(256)]) {
    const answer = await post('/lists', { ...LIST, name: 'Length' }, key);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.text).errors).toEqual({
      'Idempotency-Key': ['The Idempotency-Key field must be between 1 and 255 characters.'],
    });
  }
  expect((await post('/lists', { ...LIST, name: 'Length' }, 'k'.repeat(255))).status).toBe(201);
  expect(await countLists('Length')).toBe(1);
});

test('another team may use the same key', async () => {
  const key = newKey();
  const mine = await post('/lists', LIST, key);
  const theirs = await post('/lists', LIST, key, api.app, api.otherToken);
  expect(theirs.status).toBe(201);
  expect(theirs.headers['idempotent-replay']).toBeUndefined();
  expect(theirs.text).not.toBe(mine.text);
});

test('after 24 hours the key can be used again', async () => {
  const key = newKey();
  const first = await post('/lists', { ...LIST, name: 'Day' }, key);
  const age = (interval: string) =>
    statement(api.databaseUrl, `update idempotency_keys set created_at = now() - interval '${interval}'`);
  await age('23 hours 59 minutes');
  expect((await post('/lists', { ...LIST, name: 'Day' }, key)).text).toBe(first.text);
  await age('24 hours');
  const later = await post('/lists', { ...LIST, name: 'Day' }, key);
  expect(later.headers['idempotent-replay']).toBeUndefined();
  expect(later.text).not.toBe(first.text);
  expect(await countLists('Day')).toBe(2);
});

test('old keys are removed, new ones stay', async () => {
  await post('/lists', LIST, newKey());
  await statement(api.databaseUrl, "update idempotency_keys set created_at = now() - interval '25 hours'");
  await post('/lists', LIST, newKey());
  await api.installation.idempotency.sweep();
  expect(await statement(api.databaseUrl, 'select count(*)::int as count from idempotency_keys')).toEqual([
    { count: 1 },
  ]);
});

test('a 404 answer is replayed', async () => {
  const path = '/subscribers/00000000-0000-7000-8000-000000000000/unsubscribe';
  const key = newKey();
  const first = await post(path, undefined, key);
  const again = await post(path, undefined, key, secondProcess.app);
  expect(first).toMatchObject({ status: 404 });
  expect(again).toMatchObject({ status: 404, text: first.text, headers: { 'idempotent-replay': 'true' } });
});

test('a 422 answer is not stored: a repeated request is validated again, without leftover effects', async () => {
  const template = { name: 'Taken', editor: 'html', content: 'Hello' };
  const { body } = await api.rest('POST', '/templates', template);
  const key = newKey();
  const first = await post('/templates', template, key);
  const again = await post('/templates', template, key, secondProcess.app);
  expect(JSON.parse(first.text).errors).toEqual({ name: ['The name field has already been taken.'] });
  expect(again).toMatchObject({ status: 422, text: first.text });
  expect(again.headers['idempotent-replay']).toBeUndefined();
  await api.rest('DELETE', `/templates/${body.data.id}`);
  expect(await post('/templates', template, key)).toMatchObject({ status: 201 });
});

test('an answer without a body is replayed', async () => {
  const { id } = JSON.parse((await post('/lists', LIST, newKey())).text).data;
  const key = { 'idempotency-key': newKey() };
  const first = await callRaw(api.app, api.token, 'DELETE', `/v1/lists/${id}`, undefined, key);
  const again = await callRaw(secondProcess.app, api.token, 'DELETE', `/v1/lists/${id}`, undefined, key);
  expect(first).toMatchObject({ status: 204, text: '' });
  expect(again).toMatchObject({ status: 204, text: '', headers: { 'idempotent-replay': 'true' } });
});

test('401 and 403 answers are not stored: the retry runs', async () => {
  const key = newKey();
  expect((await post('/lists', LIST, key, api.app, 'nobody')).status).toBe(401);
  expect((await post('/lists', LIST, key, api.app, api.readToken)).status).toBe(403);
  const retry = await post('/lists', LIST, key);
  expect(retry.status).toBe(201);
  expect(retry.headers['idempotent-replay']).toBeUndefined();
});

test('a server error is not stored, and its effects are rolled back', async () => {
  const key = newKey();
  const body = { ...LIST, name: 'Fault' };
  await statement(api.databaseUrl, `alter table lists add constraint no_fault check (name <> 'Fault') not valid`);
  const [failed, other] = await Promise.all([post('/lists', body, key), post('/lists', body, key)]);
  expect([failed.status, other.status]).toEqual([500, 500]);
  expect(failed.headers['idempotent-replay']).toBeUndefined();
  await statement(api.databaseUrl, 'alter table lists drop constraint no_fault');
  expect((await post('/lists', body, key)).status).toBe(201);
  expect(await countLists('Fault')).toBe(1);
});

test('a read ignores the key', async () => {
  const answer = await callRaw(api.app, api.readToken, 'GET', '/v1/lists', undefined, { 'idempotency-key': '' });
  expect(answer.status).toBe(200);
});

test('the database contains neither key nor answer in plain text', async () => {
  const key = newKey();
  const { text } = await post('/tokens', { name: 'Secret', ability: 'read' }, key);
  const secret = JSON.parse(text).data.token;
  const [row] = await statement(
    api.databaseUrl,
    "select string_agg(k::text || encode(key_hash, 'escape') || encode(answer, 'escape'), '') as all from idempotency_keys k",
  );
  expect(row?.all).not.toContain(secret);
  expect(row?.all).not.toContain(key);
  expect((await post('/tokens', { name: 'Secret', ability: 'read' }, key)).text).toBe(text);
});
