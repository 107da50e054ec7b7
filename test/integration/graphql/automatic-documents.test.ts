import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { readOver } from '../../support/live-readers.ts';
import { until } from '../../support/until.ts';

const MODERN = 'application/graphql-response+json';
const MISS = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const named = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } });

let texts = 0;
/** A document that no other test has sent. */
const newText = (rest = '') => `query Documents${++texts} { lists { totalCount } }${rest}`;

const send = (body: object, headers: object) =>
  api.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  });
const post = (body: object, headers: object = {}) => send(body, { authorization: `Bearer ${api.token}`, ...headers });

const get = (parameters: Record<string, string>, headers: object = { accept: 'application/json' }) =>
  api.app.inject({
    method: 'GET',
    url: `/graphql?${new URLSearchParams(parameters)}`,
    headers: { authorization: `Bearer ${api.token}`, ...headers },
  });

const DATA = { data: { lists: { totalCount: 0 } } };

describe('a document is executed by its hash once its text was sent', () => {
  test.each([
    [undefined, 200],
    ['application/json', 200],
    [`${MODERN}, application/json;q=0.9`, 400],
  ])('in POSTs with the Accept header %s', async (accept, status) => {
    const text = newText();
    const headers = accept ? { accept } : {};
    const extensions = named(hashOf(text));
    const first = await post({ extensions, variables: {} }, headers);
    expect([first.statusCode, first.json()]).toEqual([status, { errors: [MISS] }]);
    const second = await post({ query: text, extensions, operationName: null }, headers);
    expect([second.statusCode, second.json()]).toEqual([200, DATA]);
    const third = await post({ extensions }, headers);
    expect([third.statusCode, third.json()]).toEqual([200, DATA]);
  });

  test('in GETs', async () => {
    const text = newText();
    const extensions = JSON.stringify(named(hashOf(text)));
    expect((await get({ extensions })).json()).toEqual({ errors: [MISS] });
    expect((await get({ extensions, query: text })).json()).toEqual(DATA);
    expect((await get({ extensions })).json()).toEqual(DATA);
    expect((await get({ extensions }, { accept: MODERN })).statusCode).toBe(200);
    expect((await get({ extensions: JSON.stringify(named(hashOf('x'))) }, { accept: MODERN })).statusCode).toBe(400);
  });

  test('in streams of server-sent events', async () => {
    const text = newText();
    const extensions = named(hashOf(text));
    const accept = { accept: 'text/event-stream' };
    expect((await post({ extensions }, accept)).payload).toContain('PersistedQueryNotFound');
    expect((await post({ query: text, extensions }, accept)).payload).toContain('"totalCount":0');
    expect((await post({ extensions }, accept)).payload).toContain('"totalCount":0');
  });

  test('over a WebSocket, with an empty text', async () => {
    const client = openSocket(await api.app.listen({ port: 0, host: '127.0.0.1' }), api.token);
    const text = newText();
    const request = async (query: string) => {
      const reader = readOver(client, { query, extensions: named(hashOf(text)) });
      await until(() => reader.isOver);
      return [reader.codes, reader.results];
    };
    expect(await request('')).toEqual([['PERSISTED_QUERY_NOT_FOUND'], []]);
    expect(await request(text)).toEqual([[], [DATA]]);
    expect(await request('')).toEqual([[], [DATA]]);
    await client.dispose();
  });

  test('beside other extensions, as Apollo Client sends them', async () => {
    const text = newText();
    const extensions = { clientLibrary: { name: '@apollo/client', version: '4.0.0' }, ...named(hashOf(text)) };
    expect((await post({ extensions })).json()).toEqual({ errors: [MISS] });
    expect((await post({ query: text, extensions })).json()).toEqual(DATA);
    expect((await post({ extensions })).json()).toEqual(DATA);
  });

  test('with variables and an operation name', async () => {
    const text = 'query A { lists { totalCount } } query B($first: Int) { lists(first: $first) { nodes { id } } }';
    const extensions = named(hashOf(text));
    await post({ query: text, extensions, operationName: 'A' });
    expect((await post({ extensions, operationName: 'B', variables: { first: 1 } })).json()).toEqual({
      data: { lists: { nodes: [] } },
    });
  });

  test('by other teams too', async () => {
    const text = newText();
    const extensions = named(hashOf(text));
    await post({ query: text, extensions });
    const theirs = await post({ extensions }, { authorization: `Bearer ${api.otherToken}` });
    expect(theirs.json()).toEqual(DATA);
  });
});

test('a mutation by its hash is stored under the same Idempotency-Key as by its text', async () => {
  const text = 'mutation ($input: CreateTagInput!) { createTag(input: $input) { __typename } }';
  const extensions = named(hashOf(text));
  const variables = { input: { name: 'once' } };
  const key = { 'idempotency-key': 'documents-1' };
  const first = await post({ query: text, extensions, variables }, key);
  const again = await post({ extensions, variables }, key);
  expect(first.json().errors).toBeUndefined();
  expect([again.payload, again.headers['idempotent-replay']]).toEqual([first.payload, 'true']);
  expect(await api.db.tag.count({ where: { name: 'once' } })).toBe(1);
});

test('a mutation by its hash is refused in a GET', async () => {
  const text = 'mutation { createTag(input: { name: "by GET" }) { __typename } }';
  const extensions = named(hashOf(text));
  expect((await get({ query: text, extensions: JSON.stringify(extensions) })).statusCode).toBe(405);
  expect((await get({ extensions: JSON.stringify(extensions) })).statusCode).toBe(405);
  expect(await api.db.tag.count({ where: { name: 'by GET' } })).toBe(0);
});

test.each([
  ['a wrong hash', { persistedQuery: { version: 1, sha256Hash: hashOf('other') } }, 'is not the SHA-256 of query'],
  ['an upper-case hash', { persistedQuery: { version: 1, sha256Hash: hashOf('x').toUpperCase() } }, 'SHA-256 of query'],
  ['another version', { persistedQuery: { version: 2, sha256Hash: hashOf('x') } }, 'version must be 1'],
  ['no hash', { persistedQuery: { version: 1 } }, 'sha256Hash must be a text'],
])('a text with %s is refused, and not kept', async (_, extensions, message) => {
  const text = newText();
  const answer = await post({ query: text, extensions });
  expect(answer.json()).toEqual({
    errors: [
      {
        message: expect.stringContaining(message),
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', issues: [] },
      },
    ],
  });
  expect((await post({ extensions: named(hashOf(text)) })).json()).toEqual({ errors: [MISS] });
});

test('a miss sends no statement to the database', async () => {
  await post({ extensions: named(hashOf('nothing')) });
  const statements = await api.statements(async () => {
    for (let count = 0; count < 5; count++) {
      expect((await post({ extensions: named(hashOf(`nothing ${count}`)) })).json()).toEqual({ errors: [MISS] });
    }
  });
  expect(statements).toEqual([]);
});

test('without a token no document is found or kept', async () => {
  const text = '{ __schema { queryType { name } } }';
  const extensions = named(hashOf(text));
  expect((await send({ extensions }, {})).statusCode).toBe(401);
  expect((await send({ query: text, extensions }, {})).json().data.__schema.queryType.name).toBe('Query');
  expect((await post({ extensions })).json()).toEqual({ errors: [MISS] });
});

describe('memory is bounded', () => {
  const isKnown = async (text: string) => (await post({ extensions: named(hashOf(text)) })).json().errors === undefined;

  async function sendAll(all: readonly string[]): Promise<void> {
    for (const text of all) {
      const { data } = (await post({ query: text, extensions: named(hashOf(text)) })).json();
      expect(data).toEqual({ __typename: 'Query' });
    }
  }
  const newTexts = (count: number, rest = '') =>
    Array.from({ length: count }, () => `query Documents${++texts} { __typename }${rest}`);

  test('by the number of documents', async () => {
    const all = newTexts(1_020);
    await sendAll(all);
    expect(await Promise.all([0, 19, 20, 1_019].map((at) => isKnown(all[at]!)))).toEqual([false, false, true, true]);
  });

  test('by their size', async () => {
    const all = newTexts(60, ` # ${'x'.repeat(90_000)}`);
    await sendAll(all);
    expect(await Promise.all([0, 30, 59].map((at) => isKnown(all[at]!)))).toEqual([false, false, true]);
  });
});
