import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';

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

const SESSION = 'tidings_session';

/** What the browser is sent back to, for a person whom the provider says this of. */
async function sentBack(browser: Browser, claims: object): Promise<string> {
  Object.assign(provider.person, claims);
  const sent = await browser.post('/sign-in/oidc');
  expect([sent.status, sent.location?.startsWith(`${provider.issuer}/authorize?`)]).toEqual([303, true]);
  return provider.authorize(sent.location as string);
}

test('a member whose address the provider has verified is signed in', async () => {
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

test('an answer of the provider works in the browser that asked, once', async () => {
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
