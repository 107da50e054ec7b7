import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logTo } from '../../src/log.ts';
import { openSocket } from '../support/api-interfaces.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { readOver } from '../support/live-readers.ts';
import { sameOrigin, signIn } from '../support/members.ts';
import { until } from '../support/until.ts';

const texts: string[] = [];
let api: TestApp;
let address: string;
beforeAll(async () => {
  api = await openTestApp({ requestLog: true }, { log: logTo('info', { write: (line) => void texts.push(line) }) });
  address = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());
beforeEach(() => {
  texts.length = 0;
});

const requests = () => texts.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'request');

test('a call is logged by its route, with status, time, team, token and request id', async () => {
  const answer = await api.rest('GET', '/lists/00000000-0000-7000-8000-000000000000?x=1');
  await until(() => requests().length === 1);
  expect(requests()[0]).toMatchObject({
    ...{ method: 'GET', route: '/v1/lists/:list', status: answer.status, milliseconds: expect.any(Number) },
    ...{ team: api.teamId, tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/), request: answer.headers['x-request-id'] },
  });
});

test('calls by GraphQL, by a member, without a token and to unknown paths are logged too', async () => {
  const member = await signIn(api, 'viewer');
  await api.graphql('{ tags { totalCount } }');
  await api.rest('GET', '/tags', undefined, member.options);
  await api.rest('GET', '/tags', undefined, { token: null });
  await api.app.inject('/nowhere');
  await until(() => requests().length === 4);
  const [graphql, byMember, anonymous, nowhere] = requests();
  expect(graphql).toMatchObject({ method: 'POST', route: '/graphql', status: 200, tokenId: expect.any(String) });
  expect(byMember).toMatchObject({ route: '/v1/tags', status: 200, memberId: member.memberId });
  expect(anonymous).toMatchObject({ route: '/v1/tags', status: 401 });
  expect([anonymous.tokenId, anonymous.memberId, anonymous.team]).toEqual([undefined, undefined, undefined]);
  expect(nowhere).toMatchObject({ route: 'unknown', status: 404 });
});

test.each([
  ['a signed link', '/unsubscribe/secret-0815'],
  ['a query', '/v1/subscribers?email=secret-0815@x.test'],
  ['an address in the path', '/v1/suppressions/secret-0815@x.test'],
  ['a link of a click', '/c/secret-0815?to=secret-0815'],
  ['a path to nowhere', '/secret-0815'],
  ['a path that cannot be decoded', '/v1/%E0secret-0815'],
])('no line contains %s', async (_what, url) => {
  const headers = {
    ...{ authorization: `Bearer ${api.token}`, 'x-forwarded-for': 'secret-0815', 'user-agent': 'secret-0815' },
    referer: 'https://secret-0815.test',
  };
  await api.app.inject({ url, headers });
  await api.app.inject('/v1/tags');
  await until(() => requests().some(({ route }) => route === '/v1/tags'));
  expect(texts.join('')).not.toContain('secret-0815');
  expect(texts.join('')).not.toContain(api.token);
});

describe('an operation over a WebSocket is logged once, when it ends:', () => {
  const FOLLOW = 'subscription Tags { objectChanged(kinds: [TAG]) { objectId } }';
  const followed = async (client = openSocket(address, api.token)) => {
    const reader = readOver(client, FOLLOW);
    await until(async () => {
      await api.rest('POST', '/tags', { name: crypto.randomUUID() });
      return reader.results.length > 0;
    });
    texts.length = 0;
    return { client, reader };
  };
  const operations = () => requests().filter(({ method }) => method === 'WEBSOCKET');
  const ended = async () => {
    await until(() => operations().length > 0);
    expect(operations()).toHaveLength(1);
    return operations()[0];
  };

  test('a subscription completed by its client', async () => {
    const { client, reader } = await followed();
    expect(operations()).toEqual([]);
    reader.stop();
    expect(await ended()).toMatchObject({
      ...{ route: '/graphql', operation: 'subscription', name: 'Tags', errors: 0, results: expect.any(Number) },
      ...{ team: api.teamId, tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/), milliseconds: expect.any(Number) },
    });
    await client.dispose();
    expect(operations()).toHaveLength(1);
  });

  test('subscriptions ended by a closed socket', async () => {
    const { client } = await followed();
    await followed(client);
    await client.terminate();
    await until(() => operations().length === 2);
    expect(operations().map(({ name }) => name)).toEqual(['Tags', 'Tags']);
  });

  test("a member's query, without its text and variables", async () => {
    const member = await signIn(api, 'viewer');
    const client = openSocket(address, { headers: sameOrigin(member.cookie) });
    const query = 'query Found($name: String) { tags(search: $name) { totalCount } }';
    await client.iterate({ query, variables: { name: 'secret-0815' } }).next();
    expect(await ended()).toMatchObject({ operation: 'query', name: 'Found', results: 1, memberId: member.memberId });
    expect(texts.join('')).not.toMatch(/secret-0815|totalCount/);
    await client.dispose();
  });

  test.each([
    ['does not parse', '{ tags', {}],
    ['asks for a field that does not exist', 'query Wrong { nothing }', { operation: 'query', name: 'Wrong' }],
    ['has no operation', 'fragment A on Tag { id }', {}],
    ['has a name without end', `query ${'a'.repeat(20_000)} { nothing }`, { name: 'a'.repeat(100) }],
  ])('one that %s', async (_what, query, fields) => {
    const client = openSocket(address, api.token);
    const reader = readOver(client, query);
    await until(() => reader.isOver);
    expect(await ended()).toMatchObject({ results: 0, errors: 1, tokenId: expect.any(String), ...fields });
    await client.dispose();
  });
});

test('requests are not logged without the setting', async () => {
  const silent: string[] = [];
  const other = await openTestApp({}, { log: logTo('info', { write: (line) => void silent.push(line) }) });
  await other.rest('GET', '/tags');
  const client = openSocket(await other.app.listen({ port: 0, host: '127.0.0.1' }), other.token);
  await client.iterate({ query: '{ tags { totalCount } }' }).next();
  await client.dispose();
  await other.close();
  expect(silent.filter((line) => line.includes('"request"'))).toEqual([]);
});
