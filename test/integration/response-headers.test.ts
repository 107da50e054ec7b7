import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { makeList } from '../support/audience.ts';
import { signIn } from '../support/members.ts';

let api: TestApp;
let secure: TestApp;
let cookie: string;
beforeAll(async () => {
  api = await openTestApp();
  secure = await openTestApp({ publicUrl: 'https://news.shop.example', corsOrigins: ['https://app.shop.example'] });
  await makeList(api);
  ({ cookie } = await signIn(api, 'owner'));
});
afterAll(async () => {
  await api.close();
  await secure.close();
});

const HERE = { 'sec-fetch-site': 'same-origin' };
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-site': 'none' };
const QUERY = encodeURIComponent('{lists(first:1){totalCount}}');

test.each([
  ['GET', '/v1/lists', 200],
  ['GET', '/api/v1/lists', 200],
  ['HEAD', '/v1/lists', 200],
  ['GET', '/v1/audit-log', 200],
  ['GET', '/v1/audit-log/export', undefined],
  ['GET', '/v1/people/export?email=ann@people.test', undefined],
  ['GET', '/v1/lists/unknown', 404],
  ['GET', '/v1/nowhere', 404],
  ['DELETE', '/v1/lists', 405],
  ['POST', '/v1/lists', undefined],
  ['GET', `/graphql?query=${QUERY}`, 200],
  ['GET', `/api/graphql?query=${QUERY}`, 200],
  ['POST', '/graphql', undefined],
] as const)('caches do not keep the answer to %s %s, and pages cannot frame it', async (method, url, status) => {
  const callers: Record<string, string>[] = [{ authorization: `Bearer ${api.token}` }, { cookie, ...HERE }, {}];
  for (const caller of callers) {
    const answer = await api.app.inject({ method, url, headers: { ...caller } });
    if (status && (caller.authorization || caller.cookie)) expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    for (const name of ['Authorization', 'Cookie']) expect(answer.headers.vary).toContain(name);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  }
});

test('caches do not keep a stream', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  const abort = new AbortController();
  const query = encodeURIComponent('subscription{listChanged{id}}');
  const { headers } = await fetch(`http://127.0.0.1:${port}/graphql?query=${query}`, {
    signal: abort.signal,
    headers: { authorization: `Bearer ${api.token}`, accept: 'text/event-stream' },
  });
  expect(headers.get('content-type')).toContain('text/event-stream');
  expect(headers.get('cache-control')).toBe('private, no-store');
  abort.abort();
});

test.each([
  ...[
    '/',
    '/account',
    '/people',
    '/lists',
    '/settings',
    '/nowhere',
    '/sign-in',
    '/graphql',
    '/playground',
    '/mail-frame',
  ],
  ...['/reference', '/reference/rest/lists', '/reference/graphql/List', '/reference/unknown'],
  ...['/join/unknown', '/sign-in/unknown', '/unsubscribe/unknown', '/f/unknown', '/archive/unknown', '/view/unknown'],
])('other sites cannot frame %s, and it reveals nothing about itself to them', async (url) => {
  for (const headers of [{ ...BROWSER, cookie }, BROWSER]) {
    const page = await api.app.inject({ url, headers });
    if (!String(page.headers['content-type']).includes('text/html')) continue;
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toMatch(url === '/mail-frame' ? /frame-ancestors 'self'/ : /frame-ancestors 'none'/);
    expect(policy).toContain("default-src 'none'");
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toMatch(/^(same-origin|no-referrer)$/);
  }
});

test.each([
  '/',
  '/sign-in',
  '/graphql',
  '/v1/lists',
  '/health/live',
  '/pictures/social/mastodon.png',
  '/openapi.json',
  '/reference',
  '/nowhere',
])('with an https address %s must be called by https', async (url) => {
  const answer = await secure.app.inject({ url, headers: { ...BROWSER, origin: 'https://app.shop.example' } });
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
});

test('an answer to a script of another site varies by its origin too', async () => {
  const headers = { origin: 'https://app.shop.example', authorization: `Bearer ${secure.token}` };
  const { vary } = (await secure.app.inject({ url: '/v1/lists', headers })).headers;
  for (const name of ['Authorization', 'Cookie', 'Origin']) expect(vary).toContain(name);
});
