import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';

let api: TestApp;
let provider: Awaited<ReturnType<typeof startOidcProvider>>;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
let people = 0;
beforeAll(async () => {
  provider = await startOidcProvider();
  const { issuer } = provider;
  api = await openTestApp({ oidc: { issuer, clientId: 'tidings', clientSecret: 'secret', domains: [] } });
  inbox = await openAccountInbox(api);
});
afterAll(async () => {
  await inbox.stop();
  provider.stop();
  await api.close();
});

const WANTED = '/people?list=0197f3a1-7c1e-7000-8000-000000000001&search=ann%40shop.test';

/** Signs in by a link, from the page that is at this address; gives where the browser is led. */
async function arriveFrom(path: string, browser = new Browser(api)): Promise<string | undefined> {
  const email = `member${people++}@staff.test`;
  await signIn(api, 'editor', email);
  expect((await browser.get(path)).status).toBe(200);
  await browser.post('/sign-in', { email });
  const link = await inbox.linkTo(email);
  await browser.get(link);
  const done = await browser.post(link);
  expect(done.status).toBe(303);
  return done.location;
}

describe('a signed-out visitor of a dashboard page', () => {
  test('returns to that page after signing in', async () => {
    const browser = new Browser(api);
    const sent = await browser.get(WANTED);
    expect([sent.status, sent.location]).toEqual([303, `/sign-in?to=${encodeURIComponent(WANTED)}`]);
    expect(await arriveFrom(sent.location as string, browser)).toBe(WANTED);
    expect((await browser.get(WANTED)).status).toBe(200);
  });

  test('returns there once, and starts at the first page the next time', async () => {
    const browser = new Browser(api);
    await arriveFrom(`/sign-in?to=${encodeURIComponent(WANTED)}`, browser);
    await browser.post('/sign-out');
    expect(await arriveFrom('/sign-in', browser)).toBe('/');
  });

  test('returns there through the provider too', async () => {
    await signIn(api, 'editor', 'ann@staff.test');
    Object.assign(provider.person, { email: 'ann@staff.test', email_verified: true });
    const browser = new Browser(api);
    await browser.get((await browser.get(WANTED)).location as string);
    const sent = await browser.post('/sign-in/oidc');
    const done = await browser.get(await provider.authorize(sent.location as string));
    expect([done.status, done.location]).toEqual([303, WANTED]);
  });

  test('returns to the account page too', async () => {
    const sent = await new Browser(api).get('/account');
    expect([sent.status, sent.location]).toEqual([303, '/sign-in?to=%2Faccount']);
    expect(await arriveFrom(sent.location as string)).toBe('/account');
  });
});

describe('the return URL never leaves this server', () => {
  test.each([
    ...['//evil.example', '/\\evil.example', '/\\\\evil.example', 'https://evil.example', 'https:evil.example'],
    ...['/.//evil.example', '/%09/evil.example', 'javascript:alert(1)', '/people%0d%0aSet-Cookie:a=b', '', 'evil'],
  ])('by %s', async (to) => {
    const asIs = await arriveFrom(`/sign-in?to=${to.replaceAll('\\', '%5C')}`);
    const encoded = await arriveFrom(`/sign-in?to=${encodeURIComponent(to)}`);
    for (const url of [asIs, encoded]) {
      expect(new URL(url as string, 'https://shop.test/x').origin).toBe('https://shop.test');
      expect(url).not.toMatch(/[\\\s]/);
    }
    expect(asIs).toBe('/');
  });

  test('by two return URLs', async () => {
    expect(await arriveFrom('/sign-in?to=/people&to=//evil.example')).toBe('/');
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '\0', '/sign-in'])(
    'by a planted cookie: %j',
    async (text) => {
      for (const value of [text.replace('\0', '%'), Buffer.from(text).toString('base64url')]) {
        const browser = new Browser(api);
        browser.cookies.set('tidings_place', value);
        expect(await arriveFrom('/sign-in', browser)).toBe('/');
      }
    },
  );
});

test('the return URL stays below the path of PUBLIC_URL', async () => {
  const below = await openTestApp({ publicUrl: 'http://shop.test/mail' });
  const there = await openAccountInbox(below);
  const email = 'ann@staff.test';
  await signIn(below, 'editor', email);
  const browser = new Browser(below);
  const sent = await browser.get('/people?search=a');
  expect(sent.location).toBe('/mail/sign-in?to=%2Fpeople%3Fsearch%3Da');
  await browser.get((sent.location as string).slice('/mail'.length));
  await browser.post('/sign-in', { email });
  const link = (await there.linkTo(email)).slice('/mail'.length);
  expect((await browser.post(link)).location).toBe('/mail/people?search=a');
  await there.stop();
  await below.close();
});
