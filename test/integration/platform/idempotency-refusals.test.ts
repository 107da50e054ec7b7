import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { callRaw, type RawAnswer } from '../../support/second-process.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ rateLimitPerMinute: 100_000 });
});
afterAll(() => api.close());

let keys = 0;
const newKey = () => `refused-${++keys}`;

const CREATE = 'mutation ($input: CreateTagInput!) { createTag(input: $input) { __typename } }';

/** Creates a tag, by each interface. */
const CREATORS = {
  REST: (name: string, key: string, token = api.token) =>
    callRaw(api.app, token, 'POST', '/v1/tags', { name }, { 'idempotency-key': key }),
  GraphQL: (name: string, key: string, token = api.token) =>
    callRaw(
      api.app,
      token,
      'POST',
      '/graphql',
      { query: CREATE, variables: { input: { name } } },
      { 'idempotency-key': key },
    ),
};

const isReplayed = ({ headers }: RawAnswer) => headers['idempotent-replay'] === 'true';
const countTags = (name: string) => api.db.tag.count({ where: { name } });

async function expectToRun(create: () => Promise<RawAnswer>, name: string): Promise<void> {
  const done = await create();
  expect([done.status < 300, isReplayed(done), done.text.includes('errors')]).toEqual([true, false, false]);
  const again = await create();
  expect([again.text, isReplayed(again)]).toEqual([done.text, true]);
  expect(await countTags(name)).toBe(1);
}

describe.each(Object.entries(CREATORS))('in %s a key waits', (door, create) => {
  test('while the token is unknown, may only read, or has no calls left', async () => {
    const [name, key] = [`token ${door}`, newKey()];
    const { id, token } = (await api.rest('POST', '/tokens', { name: 'Few', ability: 'write', rate_limit: 1 })).body
      .data;
    await callRaw(api.app, token, 'GET', '/v1/lists');
    const refused = [
      await create(name, key, 'nobody'),
      await create(name, key, api.readToken),
      await create(name, key, token),
    ];
    const forbidden = door === 'REST' ? 403 : 200;
    expect(refused.map(({ status }) => status)).toEqual([401, forbidden, 429]);
    expect(await countTags(name)).toBe(0);
    await api.rest('PATCH', `/tokens/${id}`, { rate_limit: 1_000 });
    await expectToRun(() => create(name, key, token), name);
  });

  test('while the server fails', async () => {
    const [name, key] = [`fault ${door}`, newKey()];
    await statement(api.databaseUrl, `alter table tags add constraint no_fault check (name <> '${name}') not valid`);
    const failed = await create(name, key);
    expect(failed.text).toContain('Server error.');
    expect(isReplayed(failed)).toBe(false);
    await statement(api.databaseUrl, 'alter table tags drop constraint no_fault');
    await expectToRun(() => create(name, key), name);
  });

  test('while the body is invalid, and then belongs to the mended one', async () => {
    const [name, key] = [`mended ${door}`, newKey()];
    expect((await create('', key)).text).toContain('name');
    expect((await create('x'.repeat(101), key)).text).toContain('name');
    await expectToRun(() => create(name, key), name);
    expect((await create('', key)).status).toBe(422);
  });
});

test('a key of one interface is taken in the other', async () => {
  const key = newKey();
  expect((await CREATORS.REST('both', key)).status).toBe(201);
  const other = await CREATORS.GraphQL('both', key);
  expect([other.status, JSON.parse(other.text).errors[0].extensions.issues[0].path]).toEqual([
    422,
    ['Idempotency-Key'],
  ]);
});

test('a conflict is replayed', async () => {
  const list = await makeList(api);
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
  const vip = (await api.rest('POST', `/lists/${list}/segments`, { name: 'VIP', conditions })).body.data.id;
  const within = { operator: 'and', rules: [{ type: 'segment', operator: 'in', value: vip }] };
  const other = await api.rest('POST', `/lists/${list}/segments`, { name: 'In it', conditions: within });
  expect(other.status, JSON.stringify(other.body)).toBe(201);
  const remove = (key: string) =>
    callRaw(api.app, api.token, 'DELETE', `/v1/segments/${vip}`, undefined, { 'idempotency-key': key });
  const key = newKey();
  const first = await remove(key);
  expect(first.status).toBe(409);
  expect((await api.rest('DELETE', `/segments/${other.body.data.id}`)).status).toBe(204);
  const again = await remove(key);
  expect([again.status, again.text, isReplayed(again)]).toEqual([409, first.text, true]);
  expect((await remove(newKey())).status).toBe(204);
});

describe('the query of a request', () => {
  const send = (list: string, query: string, key: string) =>
    api.app.inject({
      method: 'POST',
      url: `/v1/lists/${list}/imports?${query}`,
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'text/csv', 'idempotency-key': key },
      payload: 'email\nann@people.test\n',
    });

  test.each([
    ['in another order', 'consent=On%20paper&tags=a%2Cb'],
    ['escaped in another way', 'tags=a,b&consent=On+paper'],
    ['with an escaped letter', '%74ags=a%2cb&consent=On%20%70aper'],
  ])('matches %s', async (_, query) => {
    const [list, key] = [await makeList(api), newKey()];
    const first = await send(list, 'tags=a%2Cb&consent=On%20paper', key);
    expect(first.statusCode, first.payload).toBe(202);
    const again = await send(list, query, key);
    expect([again.statusCode, again.payload, again.headers['idempotent-replay']]).toEqual([202, first.payload, 'true']);
  });

  test.each([
    ['another value', 'tags=a&consent=On%20paper'],
    ['another parameter', 'tags=a%2Cb&consent=On%20paper&resubscribe=true'],
    ['one parameter less', 'tags=a%2Cb'],
    ['none', ''],
  ])('does not match %s', async (_, query) => {
    const [list, key] = [await makeList(api), newKey()];
    await send(list, 'tags=a%2Cb&consent=On%20paper', key);
    const other = await send(list, query, key);
    expect([other.statusCode, other.json().errors]).toEqual([422, { 'Idempotency-Key': [expect.any(String)] }]);
  });
});
