import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createToken, revokeToken } from '../../../src/domain/platform/tokens.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { forNoToken, rootFields, UNKNOWN_ID } from '../../support/operations.ts';
import { until } from '../../support/until.ts';

const queries = rootFields('query');
const mutations = rootFields('mutation');

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

describe.each([...queries, ...mutations])('$name', ({ operation }) => {
  test('without a token is UNAUTHENTICATED', async () => {
    const { status, body } = await api.graphql(operation, {}, { token: null });
    expect(status).toBe(401);
    expect(body.errors).toMatchObject([{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(Object.values(body.data ?? {})).toEqual(body.data ? [null] : []);
  });
});

test.each(mutations.filter(({ name }) => !forNoToken(name)))(
  'a read token may not $name',
  async ({ operation, name }) => {
    const error = await fail(api, operation, {}, { token: api.readToken });
    expect(error).toMatchObject({ path: [name], extensions: { code: 'FORBIDDEN' } });
    expect(error.message).toBe('This token can only read. The operation needs a token that can write.');
  },
);

test.each(queries.filter(({ name }) => !forNoToken(name)))('a read token may $name', async ({ operation }) => {
  const { body } = await api.graphql(operation, {}, { token: api.readToken });
  for (const { extensions } of body.errors ?? []) expect(['NOT_FOUND', 'BAD_USER_INPUT']).toContain(extensions.code);
});

test('without a token, only the schema can be read', async () => {
  const introspection = '{ __schema { queryType { name } } __type(name: "List") { fields { name } } }';
  const { __schema, __type } = await ask(api, introspection, {}, { token: null });
  expect(__schema.queryType.name).toBe('Query');
  expect(__type.fields.length).toBeGreaterThan(5);
  const both = await api.graphql('{ __typename lists { totalCount } }', {}, { token: null });
  expect(both.body.errors).toHaveLength(1);
});

test.each(['Bearer tidings_unknown', 'Bearer ', 'Basic abc', ''])(
  'a bad token (%j) is 401, even for the schema',
  async (authorization) => {
    for (const url of ['/graphql', '/api/graphql']) {
      const payload = { query: '{ __typename }' };
      const answer = await api.app.inject({ method: 'POST', url, headers: { authorization }, payload });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual({
        errors: [{ message: 'Unauthenticated.', extensions: { code: 'UNAUTHENTICATED' } }],
      });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  },
);

test('a revoked token is refused', async () => {
  const token = await createToken(api.db, api.teamId, { name: 'Gone', ability: 'write' });
  await ask(api, '{ lists { totalCount } }', {}, { token });
  await revokeToken(api.db, token);
  await until(async () => (await api.graphql('{ __typename }', {}, { token })).status === 401);
});

test('calls at the same moment look their token up once', async () => {
  let statuses: number[] = [];
  const statements = await api.statements(async () => {
    const calls = Array.from({ length: 20 }, () => api.graphql('{ __typename }', {}, { token: 'tidings_unknown' }));
    statuses = (await Promise.all(calls)).map(({ status }) => status);
  });
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 401));
  expect(statements.filter((text) => text.includes('api_tokens'))).toHaveLength(1);
});

describe("another team's id", () => {
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const list = await makeList(api);
    ids.list = list;
    ids.subscriber = (await subscribe(api, list, [{ email: 'ann@people.test' }])).data[0].id;
    const template = { name: 'T', editor: 'html', content: 'x' };
    ids.template = (await api.rest('POST', '/templates', template)).body.data.id;
    const mail = { template: 'T', from: 's@shop.test', to: ['ann@people.test'] };
    ids.mail = (await api.rest('POST', '/transactional-mails', mail)).body.data.id;
  });
  /** They create something for a list, and name the list like any other value. */
  const namesList = ({ name }: { name: string }) => ['createCampaign', 'createForm'].includes(name);
  const withId = (fields: typeof queries) =>
    fields.filter((field) => field.operation.includes(UNKNOWN_ID) && !namesList(field) && !forNoToken(field.name));
  const notFound = () => [...Object.values(ids), UNKNOWN_ID, 'no id', ''];

  test.each(withId(queries))('is null for $name, like an unknown or malformed id', async ({ operation, name }) => {
    for (const id of notFound()) {
      const data = await ask(api, operation.replaceAll(UNKNOWN_ID, id), {}, { token: api.otherToken });
      expect([data[name]].flat()).toEqual([null]);
    }
  });

  test.each(withId(mutations))(
    'is NOT_FOUND for $name, like an unknown or malformed id',
    async ({ name, operation }) => {
      for (const id of notFound()) {
        const error = await fail(api, operation.replaceAll(UNKNOWN_ID, id), {}, { token: api.otherToken });
        expect(error).toMatchObject({
          message: `Not found. Your team has nothing with the id given to ${name}.`,
          extensions: { code: 'NOT_FOUND' },
        });
      }
    },
  );

  test.each(mutations.filter(namesList))('is BAD_USER_INPUT in the input of $name', async ({ operation }) => {
    for (const id of notFound()) {
      const error = await fail(api, operation.replaceAll(UNKNOWN_ID, id), {}, { token: api.otherToken });
      expect(error.extensions.issues).toContainEqual({
        path: ['listId'],
        message: 'The listId field must be the id of a list.',
        code: 'NOT_FOUND',
        problem: expect.any(String),
      });
    }
  });

  test("and the other team's data is unchanged", async () => {
    const { lists } = await ask(api, '{ lists { nodes { name subscribedCount } } }');
    expect(lists.nodes).toEqual([{ name: 'News', subscribedCount: 1 }]);
  });
});
