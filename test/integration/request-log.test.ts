import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logTo } from '../../src/log.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/members.ts';
import { until } from '../support/until.ts';

const texts: string[] = [];
let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({ requestLog: true }, { log: logTo('info', { write: (line) => void texts.push(line) }) });
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

test('a call of GraphQL, of a member, without a token and to nowhere is logged, too', async () => {
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
])('no line holds %s', async (_what, url) => {
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

test('without the setting no request is logged', async () => {
  const silent: string[] = [];
  const other = await openTestApp({}, { log: logTo('info', { write: (line) => void silent.push(line) }) });
  await other.rest('GET', '/tags');
  await other.close();
  expect(silent.filter((line) => line.includes('"request"'))).toEqual([]);
});
