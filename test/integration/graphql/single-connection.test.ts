import { createClient } from 'graphql-sse';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createToken, revokeToken } from '../../../src/domain/platform/tokens.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';

const HEADER = 'x-graphql-event-stream-token';
const TAGS = 'subscription { objectChanged(kinds: [TAG]) { kind objectId } }';

let api: TestApp;
let strict: TestApp;
let address: string;
let strictAddress: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  api = await openTestApp();
  strict = await openTestApp({ trustedDocumentsOnly: true, maxSubscriptions: 2 });
  address = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
  strictAddress = `${await strict.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(async () => {
  await api.close();
  await strict.close();
});

interface Followed {
  results: { data?: Record<string, unknown> | null; errors?: readonly { extensions?: { code?: string } }[] }[];
  isOver: boolean;
  stop(): void;
}

/** A client with one connection, and the methods of its requests. */
function openClient(token: string, url = address) {
  const methods: string[] = [];
  const client = createClient({
    url,
    singleConnection: true,
    retryAttempts: 0,
    headers: () => ({ authorization: `Bearer ${token}` }),
    fetchFn: (input: string, init: RequestInit) => {
      methods.push(init.method!);
      return fetch(input, init);
    },
  });
  ends.push(() => client.dispose());
  const follow = (query: string): Followed => {
    const followed: Followed = { results: [], isOver: false, stop: () => {} };
    const over = () => {
      followed.isOver = true;
    };
    followed.stop = client.subscribe(
      { query },
      { next: (result) => followed.results.push(result as never), error: over, complete: over },
    );
    return followed;
  };
  return { methods, follow };
}

const makeTag = (name: string) => api.rest('POST', '/tags', { name });
const openStreams = async (app = api): Promise<number> =>
  Number(/^tidings_live_streams (\d+)/m.exec((await app.app.inject('/metrics')).payload)?.[1]);
const call = (method: string, token: string | null, headers: object = {}, body?: object, query = '') =>
  fetch(address + query, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

test('eight subscriptions and queries share one connection', async () => {
  const { methods, follow } = openClient(api.readToken);
  const followed = Array.from({ length: 8 }, () => follow(TAGS));
  await until(async () => (await openStreams()) === 8);
  await makeTag('one');
  await until(() => followed.every(({ results }) => results.length === 1));
  const query = follow('{ team { name } }');
  await until(() => query.isOver);
  expect(query.results).toEqual([{ data: { team: { name: expect.any(String) } } }]);
  expect([
    methods.filter((method) => method === 'PUT').length,
    methods.filter((method) => method === 'GET').length,
  ]).toEqual([1, 1]);
});

test('a stopped subscription ends, and the others go on', async () => {
  const { methods, follow } = openClient(api.readToken);
  const [first, second] = [follow(TAGS), follow(TAGS)];
  await until(async () => (await openStreams()) === 2);
  await makeTag('both');
  await until(() => first.results.length === 1 && second.results.length === 1);
  first.stop();
  await until(async () => methods.includes('DELETE') && (await openStreams()) === 1);
  await makeTag('second alone');
  await until(() => second.results.length === 2);
  expect(first.results).toHaveLength(1);
});

test('the end of the connection ends its subscriptions', async () => {
  const { follow } = openClient(api.readToken);
  follow(TAGS);
  await until(async () => (await openStreams()) === 1);
  for (const end of ends.splice(0)) await end();
  await until(async () => (await openStreams()) === 0);
});

test('errors are results: of the document, and for a read token of a mutation', async () => {
  const { follow } = openClient(api.readToken);
  const wrong = ['{ nothing }', 'mutation { createTag(input: { name: "x" }) { tag { id } } }', 'subscription {'].map(
    follow,
  );
  await until(() => wrong.every(({ isOver }) => isOver));
  const codes = wrong.map(({ results }) => results.map(({ errors }) => errors?.[0]?.extensions?.code));
  expect(codes).toEqual([['GRAPHQL_VALIDATION_FAILED'], ['FORBIDDEN'], ['GRAPHQL_VALIDATION_FAILED']]);
});

test('a token executes registered documents alone, where only those are trusted', async () => {
  const { follow } = openClient(strict.token, strictAddress);
  const refused = follow('{ team { name } }');
  await until(() => refused.isOver);
  expect(refused.results[0]!.errors![0]!.extensions!.code).toBe('DOCUMENT_NOT_TRUSTED');
});

test('a revoked token ends its stream: each subscription with UNAUTHENTICATED', async () => {
  const token = await createToken(api.db, api.teamId, { name: 'Short', ability: 'read' });
  const { follow } = openClient(token);
  const followed = [follow(TAGS), follow(TAGS)];
  await until(async () => (await openStreams()) === 2);
  await revokeToken(api.db, token);
  await until(() => followed.every(({ isOver }) => isOver));
  const codes = followed.map(({ results }) => results.at(-1)?.errors?.[0]?.extensions?.code);
  expect(codes).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED']);
  expect((await call('PUT', token)).status).toBe(401);
});

test('a stream belongs to the caller who reserved it', async () => {
  const stream = await (await call('PUT', api.readToken)).text();
  const named = { [HEADER]: stream };
  const request = { query: '{ team { id } }', extensions: { operationId: 'a' } };
  for (const token of [api.token, api.otherToken]) {
    expect((await call('GET', token, { ...named, accept: 'text/event-stream' })).status).toBe(404);
    expect((await call('POST', token, named, request)).status).toBe(404);
    expect((await call('DELETE', token, named, undefined, '?operationId=a')).status).toBe(404);
  }
  for (const method of ['PUT', 'DELETE']) expect((await call(method, null, named)).status).toBe(401);
  const opened = await call('GET', api.readToken, { ...named, accept: 'text/event-stream' });
  expect(opened.status).toBe(200);
  expect((await call('GET', api.readToken, { ...named, accept: 'text/event-stream' })).status).toBe(409);
  expect((await call('POST', api.readToken, named, { query: '{ team { id } }' })).status).toBe(400);
  await opened.body!.cancel();
});

test('a token has a limit of reserved streams', async () => {
  const token = await createToken(api.db, api.teamId, { name: 'Busy', ability: 'read' });
  const answers = await Promise.all(Array.from({ length: 25 }, () => call('PUT', token)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  const refused = answers.find(({ status }) => status !== 201)!;
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: 10 } }] },
  ]);
});
