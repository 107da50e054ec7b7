import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

const QUERY = '{ lists { totalCount } }';
const MODERN = 'application/graphql-response+json';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const inject = (method: 'GET' | 'POST', url: string, headers: object = {}, payload?: string) =>
  api.app.inject({ method, url, headers: { authorization: `Bearer ${api.token}`, ...headers }, payload });
const post = (payload: unknown, headers: object = {}) =>
  inject('POST', '/graphql', { 'content-type': 'application/json', ...headers }, JSON.stringify(payload));

describe('an operation is answered', () => {
  const data = { lists: { totalCount: 0 } };

  test.each(['/graphql', '/api/graphql'])('by POST and GET on %s', async (url) => {
    const byPost = await inject('POST', url, { 'content-type': 'application/json' }, JSON.stringify({ query: QUERY }));
    expect([byPost.statusCode, byPost.json()]).toEqual([200, { data }]);
    const byGet = await inject('GET', `${url}?query=${encodeURIComponent(QUERY)}`, { accept: 'application/json' });
    expect([byGet.statusCode, byGet.json()]).toEqual([200, { data }]);
  });

  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    [MODERN, `${MODERN}; charset=utf-8`],
    [`${MODERN}, application/json;q=0.9`, `${MODERN}; charset=utf-8`],
  ])('with the Accept header %s', async (accept, type) => {
    const answer = await post({ query: QUERY }, accept ? { accept } : {});
    expect([answer.headers['content-type'], answer.json()]).toEqual([type, { data }]);
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['application/json', 'application/json; charset=UTF-8', 'application/graphql+json'])(
    'with the content type %s',
    async (type) => {
      const answer = await post({ query: QUERY }, { 'content-type': type });
      expect([answer.statusCode, answer.json()]).toEqual([200, { data }]);
    },
  );

  test('by operation name, with variables', async () => {
    const query = 'query A { lists { totalCount } } query B($id: ID!) { list(id: $id) { name } }';
    expect((await post({ query, operationName: 'A' })).json()).toEqual({ data });
    const missing = (await post({ query, operationName: 'B', variables: { id: UNKNOWN_ID } })).json();
    expect(missing).toEqual({ data: { list: null } });
    expect((await post({ query, operationName: 'C' })).json().errors[0].extensions.code).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
    expect((await post({ query })).json().errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test('except for a mutation by GET', async () => {
    const query = encodeURIComponent(
      'mutation { createList(input: { name: "N", fromEmail: "a@shop.test" }) { list { id } } }',
    );
    expect((await inject('GET', `/graphql?query=${query}`, { accept: 'application/json' })).statusCode).toBe(405);
    expect(await api.db.list.count()).toBe(0);
  });
});

test.each([
  ['an empty array of operations', '[]'],
  ['no JSON', '{'],
  ['JSON that is no request', '7'],
  ['no query', '{}'],
  ['a query that is no text', '{"query": 7}'],
  ['variables that are no object', '{"query": "{__typename}", "variables": "x"}'],
])('%s is refused with 400', async (_, payload) => {
  const answer = await inject('POST', '/graphql', { 'content-type': 'application/json' }, payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
});

test.each([
  ['application/json', 400],
  ['application/graphql+json', 400],
  ['application/json; charset=latin1', 415],
])('invalid UTF-8, sent as %s, is refused with %i', async (type, status) => {
  const query = 'mutation { createList(input: { name: "Caf\u00e9", fromEmail: "a@shop.test" }) { list { id } } }';
  const headers = { authorization: `Bearer ${api.token}`, 'content-type': type };
  const payload = Buffer.from(JSON.stringify({ query }), 'latin1');
  const answer = await api.app.inject({ method: 'POST', url: '/graphql', headers, payload });
  expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([status, 'GRAPHQL_VALIDATION_FAILED']);
  expect(await api.db.list.count()).toBe(0);
});

test('over 10 MiB is 413', async () => {
  expect((await post({ query: 'x'.repeat(11 * 1024 * 1024) })).statusCode).toBe(413);
});

test('a server error does not reveal its cause', async () => {
  await api.db.$executeRaw`alter table contact_fields rename to contact_fields_away`;
  try {
    const list = await api.rest('POST', '/lists', { name: 'N', from_email: 'a@shop.test' });
    const rows = [{ email: 'ann@people.test', attributes: { a: 'x' } }];
    const mutation =
      'mutation ($id: ID!, $rows: [SubscriberInput!]!) { createSubscribers(input: { listId: $id, subscribers: $rows }) { added } }';
    const { body } = await api.graphql(mutation, { id: list.body.data.id, rows });
    expect(body).toMatchObject({ errors: [{ message: 'Server error.', extensions: { code: 'INTERNAL' } }] });
    const url = `/v1/lists/${list.body.data.id}/subscribers/batch`;
    const rest = await inject(
      'POST',
      url,
      { 'content-type': 'application/json' },
      JSON.stringify({ subscribers: rows }),
    );
    expect([rest.statusCode, rest.json()]).toEqual([500, { message: 'Server error.', errors: {} }]);
    expect(JSON.stringify(body)).not.toMatch(/select|contact_fields|\.ts|stack/i);
  } finally {
    await api.db.$executeRaw`alter table contact_fields_away rename to contact_fields`;
  }
});

test('a browser gets the playground, and its introspection works', async () => {
  const page = await api.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('Tidings');
  const { __schema } = await ask(api, '{ __schema { types { name } } }', {}, { token: null });
  expect(__schema.types.length).toBeGreaterThan(20);
});

test('introspection and the playground can be switched off', async () => {
  const closed = await openTestApp({ introspection: false, playground: false });
  try {
    const { body } = await closed.graphql('{ __schema { queryType { name } } }');
    expect(body.data).toBeUndefined();
    expect(body.errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect((await ask(closed, '{ __typename lists { totalCount } }')).lists.totalCount).toBe(0);
    const page = await closed.app.inject({ url: '/graphql', headers: { accept: 'text/html' } });
    expect(page.statusCode).not.toBe(200);
    expect(page.body).not.toContain('<script');
  } finally {
    await closed.close();
  }
});
