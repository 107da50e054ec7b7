import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { createToken, hashOf, revokeToken } from '../../../src/domain/platform/tokens.ts';
import { type Answer, openTestApp, type TestApp } from '../../support/app.ts';
import { forNoToken, OPERATIONS } from '../../support/operations.ts';

const UNAUTHENTICATED = { message: 'Unauthenticated.' };
const READ_ONLY = { message: 'This token can only read. The operation needs a token that can write.' };

const FOR_TOKENS = OPERATIONS.filter(({ method, path }) => !forNoToken(`${method} ${path}`));
const READS = FOR_TOKENS.filter(({ method }) => method === 'GET');
const WRITES = FOR_TOKENS.filter(({ method }) => method !== 'GET');

/** How long a condition may take to come true, in milliseconds. */
const PATIENCE = 180_000;

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const newToken = () => createToken(api.db, api.teamId, { name: 'One more', ability: 'write' });
const refused = (answer: Answer) => {
  expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  expect(answer.body).toEqual(UNAUTHENTICATED);
};

describe('401', () => {
  test.each(OPERATIONS)('$method $path without a token', async ({ method, unknown }) =>
    refused(await api.rest(method, unknown, method === 'GET' ? undefined : '{ no JSON', { token: null })),
  );

  test.each([
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no scheme', 'tidings_abc'],
    ['a scheme alone', 'Bearer '],
    ['an unknown token', 'Bearer tidings_unknown'],
    ['two tokens', 'Bearer one two'],
    ['a token beyond all measure', `Bearer ${'x'.repeat(2000)}`],
    ['characters that no token has', 'Bearer käse'],
  ])('for %s', async (_, authorization) =>
    refused(await api.rest('GET', '/lists', undefined, { token: null, headers: { authorization } })),
  );

  test('from the moment a token is revoked', async () => {
    const token = await newToken();
    expect((await api.rest('GET', '/lists', undefined, { token })).status).toBe(200);
    expect(await revokeToken(api.db, token)).toBe(true);
    await vi.waitFor(async () => refused(await api.rest('GET', '/lists', undefined, { token })), PATIENCE);
    refused(await api.rest('POST', '/lists', { name: 'N', from_email: 'a@shop.test' }, { token }));
  });

  test('from the moment a token expires', async () => {
    const token = await newToken();
    const expiresAt = (at: number) =>
      api.db.apiToken.update({ where: { hash: hashOf(token) }, data: { expiresAt: new Date(at) } });
    const later = Date.now() + 60_000;
    await expiresAt(later);
    expect((await api.rest('GET', '/lists', undefined, { token })).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: later });
    try {
      refused(await api.rest('GET', '/lists', undefined, { token }));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a read token', () => {
  test.each(READS)('may GET $path', async ({ unknown }) => {
    const { status } = await api.rest('GET', unknown, undefined, { token: api.readToken });
    expect([200, 404, 422]).toContain(status);
  });

  test.each(WRITES)('is refused $method $path, before the body is read', async ({ method, unknown }) => {
    for (const body of ['{ no JSON', {}]) {
      const answer = await api.rest(method, unknown, body, { token: api.readToken });
      expect([answer.status, answer.body]).toEqual([403, READ_ONLY]);
    }
  });
});

test('a suspended team is refused everywhere, and admitted again once it is resumed', async () => {
  const team = await api.db.team.findFirstOrThrow({ where: { id: { not: api.teamId } } });
  const call = (method: string, path: string, body?: unknown) =>
    api.rest(method, path, body, { token: api.otherToken });
  expect((await call('GET', '/lists')).status).toBe(200);

  await setTeamStatus(api.db, team.publicId, 'suspended');
  await vi.waitFor(async () => expect((await call('GET', '/lists')).status).toBe(403), PATIENCE);
  for (const { method, unknown } of OPERATIONS) {
    const answer = await call(method, unknown, method === 'GET' ? undefined : {});
    expect([answer.status, answer.body]).toEqual([403, { message: 'The team is suspended.' }]);
  }
  const graphql = await api.graphql('{ lists { totalCount } }', {}, { token: api.otherToken });
  expect(graphql).toMatchObject({ status: 403, body: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
  expect((await api.rest('GET', '/lists')).status).toBe(200);

  await setTeamStatus(api.db, team.publicId, 'active');
  await vi.waitFor(async () => expect((await call('GET', '/lists')).status).toBe(200), PATIENCE);
});
