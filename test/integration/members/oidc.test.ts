import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { SIGNATURES, startOidcProvider } from '../../support/oidc-provider.ts';

let api: TestApp;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;

beforeAll(async () => {
  provider = await startOidcProvider();
  const { issuer } = provider;
  api = await openTestApp({ oidc: { issuer, clientId: 'tidings', clientSecret: 'secret', domains: ['staff.test'] } });
  await signIn(api, 'editor', 'ann@staff.test');
  await signIn(api, 'editor', 'bob@other.test');
});
afterAll(async () => {
  provider.stop();
  await api.close();
});

afterEach(() => {
  for (const claim of Object.keys(provider.person)) delete provider.person[claim];
  Object.assign(provider.says, { signature: 'good', metadata: {}, tokensAt: undefined });
});

const SESSION = 'tidings_session';

/** Signs in by a provider with these claims; returns the address of the redirect. */
async function sentBack(browser: Browser, claims: object): Promise<string> {
  Object.assign(provider.person, claims);
  const sent = await browser.post('/sign-in/oidc');
  expect([sent.status, sent.location?.startsWith(`${provider.issuer}/authorize?`)]).toEqual([303, true]);
  return provider.authorize(sent.location as string);
}

test('a member with an address verified by the provider is signed in', async () => {
  const browser = new Browser(api);
  const done = await browser.get(await sentBack(browser, { email: 'Ann@staff.test', email_verified: true }));
  expect([done.status, done.location]).toEqual([303, '/']);
  expect((await browser.get('/account')).text).toContain('ann@staff.test');
  const { body } = await api.rest('GET', '/audit-log?action=session.begun_by_oidc');
  expect(body.data).toMatchObject([{ actor: { kind: 'member', name: 'ann@staff.test' }, door: 'page' }]);
});

test.each([
  ['an address that is not verified', { email: 'ann@staff.test', email_verified: false }],
  ['an address of another domain', { email: 'bob@other.test', email_verified: true }],
  ['somebody who is no member', { email: 'eve@staff.test', email_verified: true }],
])('%s is refused', async (_, claims) => {
  const browser = new Browser(api);
  const done = await browser.get(await sentBack(browser, claims));
  expect([done.status, done.title, browser.cookies.has(SESSION)]).toEqual([403, 'You cannot sign in this way', false]);
});

const VERIFIED = { email: 'ann@staff.test', email_verified: true };

test.each(Object.keys(SIGNATURES).filter((name) => name !== 'good') as (keyof typeof SIGNATURES)[])(
  'an ID token that is signed %s is refused',
  async (signature) => {
    provider.says.signature = signature;
    const browser = new Browser(api);
    const done = await browser.get(await sentBack(browser, VERIFIED));
    expect([done.status, browser.cookies.has(SESSION)]).toEqual([403, false]);
  },
);

test.each([
  { email: ['ann@staff.test'] },
  { email: { toString: 'ann@staff.test' } },
  { email: undefined },
  { email: null },
  { email: 'ann@staff.test, eve@staff.test' },
  { email_verified: 'true' },
  { email_verified: 1 },
  { email_verified: ['true'] },
  { email_verified: undefined },
  { aud: 'another' },
  { iss: 'http://127.0.0.1:1' },
  { nonce: 'another' },
  { exp: 1_000_000_000 },
  { sub: undefined },
])('an ID token with %j is refused', async (claims) => {
  const browser = new Browser(api);
  const done = await browser.get(await sentBack(browser, { ...VERIFIED, ...claims }));
  expect([done.status, browser.cookies.has(SESSION)]).toEqual([403, false]);
});

test.each(['token_endpoint', 'jwks_uri'])('a provider whose %s is not encrypted cannot be used', async (name) => {
  provider.says.metadata = { [name]: 'http://login.example/x' };
  const oidc = { issuer: provider.issuer, clientId: 'tidings', clientSecret: 'secret', domains: [] };
  const other = await openTestApp({ oidc });
  expect((await new Browser(other).post('/sign-in/oidc')).status).toBe(503);
  provider.says.metadata = {};
  expect((await new Browser(other).post('/sign-in/oidc')).status).toBe(303);
  await other.close();
});

test("a provider's answer works once, in the browser that asked", async () => {
  const browser = new Browser(api);
  const back = await sentBack(browser, { email: 'ann@staff.test', email_verified: true });
  expect((await new Browser(api).get(back)).status).toBe(403);
  const other = new Browser(api);
  await other.post('/sign-in/oidc');
  expect((await other.get(back)).status).toBe(403);
  expect((await browser.get(back)).status).toBe(303);
  expect((await browser.get(back)).status).toBe(403);
  expect((await new Browser(api).get('/sign-in/oidc/callback?code=x&state=y')).status).toBe(403);
});
