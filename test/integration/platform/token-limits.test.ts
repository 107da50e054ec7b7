import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';
import { callRaw, openSecondProcess } from '../../support/second-process.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
beforeAll(async () => {
  testApp = await openTestApp({ rateLimitPerMinute: 50 });
  secondProcess = await openSecondProcess(testApp);
});
afterAll(async () => {
  await secondProcess.close();
  await testApp.close();
});
beforeEach(async () => {
  api = await openTeam(testApp);
});

const create = (input: object) => api.rest('POST', '/tokens', { name: 'Shop', ability: 'write', ...input });
const limitOf = async (token: string, app = api.app) => {
  const { headers } = await callRaw(app, token, 'GET', '/v1/lists');
  return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
};
const CREATE = 'mutation ($i: CreateApiTokenInput!) { createApiToken(input: $i) { secret apiToken { id rateLimit } } }';
const UPDATE = 'mutation ($i: UpdateApiTokenInput!) { updateApiToken(input: $i) { apiToken { name rateLimit } } }';

test('a token gets its own limit by both interfaces, and the limit applies', async () => {
  const { body } = await create({ rate_limit: 3 });
  expect(body.data).toMatchObject({ name: 'Shop', rate_limit: 3 });
  expect(await limitOf(body.data.token)).toEqual(['3', '2']);
  const { createApiToken } = await ask(api, CREATE, { i: { name: 'Shop', ability: 'READ', rateLimit: 2 } });
  expect(createApiToken.apiToken.rateLimit).toBe(2);
  expect(await limitOf(createApiToken.secret)).toEqual(['2', '1']);
  expect(await limitOf(createApiToken.secret)).toEqual(['2', '0']);
  expect((await callRaw(api.app, createApiToken.secret, 'GET', '/v1/lists')).status).toBe(429);
  const usual = await create({});
  expect(usual.body.data.rate_limit).toBeNull();
  expect(await limitOf(usual.body.data.token)).toEqual(['50', '49']);
});

test('a changed limit applies immediately in every process, including earlier calls of the minute', async () => {
  const { id, token } = (await create({ rate_limit: 20 })).body.data;
  expect(await limitOf(token)).toEqual(['20', '19']);
  const lower = await api.rest('PATCH', `/tokens/${id}`, { rate_limit: 3 });
  expect(lower.body.data).toMatchObject({ id, name: 'Shop', rate_limit: 3 });
  expect(await limitOf(token)).toEqual(['3', '1']);
  await until(async () => (await limitOf(token, secondProcess.app))[0] === '3');
  expect((await callRaw(secondProcess.app, token, 'GET', '/v1/lists')).status).toBe(429);
  const raised = await ask(api, UPDATE, { i: { id, rateLimit: 40, name: 'Till' } });
  expect(raised.updateApiToken.apiToken).toEqual({ name: 'Till', rateLimit: 40 });
  expect((await limitOf(token))[0]).toBe('40');
  const usual = await api.rest('PATCH', `/tokens/${id}`, { rate_limit: null });
  expect(usual.body.data).toMatchObject({ name: 'Till', rate_limit: null });
  expect((await limitOf(token))[0]).toBe('50');
  const tokens = await api.rest('GET', '/tokens');
  expect(tokens.body.data.map(({ rate_limit }: { rate_limit: number | null }) => rate_limit)).toContain(null);
});

test.each([0, -1, 51, 1.5, '3', true, {}])(
  "a limit of %j is refused: it is above the installation's, or invalid",
  async (limit) => {
    const { id } = (await create({})).body.data;
    const problem = 'The rate_limit field must be a whole number between 1 and 50.';
    for (const answer of [
      await create({ rate_limit: limit }),
      await api.rest('PATCH', `/tokens/${id}`, { rate_limit: limit }),
    ]) {
      expect([answer.status, answer.body.errors]).toEqual([422, { rate_limit: [problem] }]);
    }
  },
);

test('GraphQL names the field of a refused limit', async () => {
  const { extensions } = await fail(api, CREATE, { i: { name: 'Shop', ability: 'READ', rateLimit: 51 } });
  expect(extensions.issues).toMatchObject([
    { path: ['rateLimit'], message: 'The rateLimit field must be a whole number between 1 and 50.' },
  ]);
});

test('if the installation has no limit, a token may have any', async () => {
  const open = await openTestApp({ rateLimitPerMinute: 0 });
  const { body } = await open.rest('POST', '/tokens', { name: 'Shop', ability: 'read', rate_limit: 1_000_000 });
  expect(body.data.rate_limit).toBe(1_000_000);
  expect((await callRaw(open.app, body.data.token, 'GET', '/v1/lists')).headers['x-ratelimit-limit']).toBe('1000000');
  await open.close();
});

test("another team's token, a revoked one and an unknown one cannot be updated", async () => {
  const { id } = (await create({})).body.data;
  expect((await api.rest('PATCH', `/tokens/${id}`, { name: 'Theirs' }, { token: api.otherToken })).status).toBe(404);
  expect((await api.rest('PATCH', `/tokens/${id}`, { name: 'Mine' }, { token: api.readToken })).status).toBe(403);
  expect((await api.rest('PATCH', `/tokens/${id}`, { name: '' })).status).toBe(422);
  await api.rest('DELETE', `/tokens/${id}`);
  expect((await api.rest('PATCH', `/tokens/${id}`, { name: 'Mine' })).status).toBe(404);
});
