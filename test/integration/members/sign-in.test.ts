import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { rowsOfTables } from '../../support/table-contents.ts';

let api: TestApp;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
let people = 0;

beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  inbox = await openAccountInbox(api);
});
afterAll(async () => {
  await inbox.stop();
  await api.close();
});

const SESSION = 'tidings_session';

/** A member, a browser of theirs that asked for a link, and the link. */
async function asked() {
  const email = `member${people++}@staff.test`;
  const { memberId } = await signIn(api, 'editor', email);
  const browser = new Browser(api);
  expect((await browser.post('/sign-in', { email })).title).toBe('Check your inbox');
  return { email, memberId, browser, link: await inbox.linkTo(email) };
}

const viewer = async (browser: Browser) =>
  (await api.rest('GET', '/viewer', undefined, { token: null, headers: browser.headers })).body.data?.member.email;

test('a link in an e-mail signs in the browser that asked, once', async () => {
  const { email, browser, link } = await asked();
  const page = await browser.get(link);
  expect([page.status, page.title]).toEqual([200, 'Sign in']);
  expect((await browser.get(link)).status).toBe(200); // a GET does not use up the link, as link scanners visit it
  const done = await browser.post(link);
  expect([done.status, done.location]).toEqual([303, '/']);
  expect(await viewer(browser)).toBe(email);
  expect((await browser.get('/account')).text).toContain(email);
});

test('the session cookie is limited to this host, hidden from scripts, and stored as a hash', async () => {
  const { browser, link } = await asked();
  const [cookie] = (await browser.post(link)).headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^tidings_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
  const secret = browser.cookies.get(SESSION) as string;
  const rows = await rowsOfTables(api.databaseUrl);
  expect(rows).toContain('Test Browser'); // the session is there
  for (const said of [secret, link.split('/').at(-1) as string]) {
    expect(rows).not.toContain(said);
    expect(rows).not.toContain(Buffer.from(said).toString('hex'));
  }
});

describe('a link is refused', () => {
  const refused = async (browser: Browser, link: string) => {
    const pages = [await browser.get(link), await browser.post(link)];
    expect(pages.map(({ status, title }) => [status, title])).toEqual([
      [404, 'This link does not work here'],
      [404, 'This link does not work here'],
    ]);
    expect(browser.cookies.has(SESSION)).toBe(false);
  };

  test('the second time, even when used twice at once', async () => {
    const { browser, link } = await asked();
    const twice = [browser, browser].map((one) => one.post(link));
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([303, 404]);
    browser.cookies.delete(SESSION);
    await refused(browser, link);
  });

  test('in another browser, even one that asked for its own link', async () => {
    const { browser, link } = await asked();
    await refused(new Browser(api), link);
    const other = await asked();
    await refused(other.browser, link);
    expect((await browser.post(link)).status).toBe(303);
  });

  test('after a quarter of an hour', async () => {
    const { browser, link } = await asked();
    const clock = clockOf(api);
    const now = Date.now();
    await clock.set(new Date(now + 14 * 60_000));
    expect((await browser.get(link)).status).toBe(200);
    await clock.set(new Date(now + 16 * 60_000));
    await refused(browser, link);
    await clock.set(new Date(now));
  });

  test('after the member is removed', async () => {
    const { browser, link, memberId } = await asked();
    await api.db.member.delete({ where: { teamId_id: { teamId: api.teamId, id: memberId } } });
    expect((await browser.post(link)).status).toBe(403);
    expect(browser.cookies.has(SESSION)).toBe(false);
  });

  test('after 10,000 guesses, soon without a look-up', async () => {
    const { browser, link } = await asked();
    const guesser = new Browser(api);
    for (const [name, value] of browser.cookies) guesser.cookies.set(name, value); // as if it had the cookie
    const statuses: Record<number, number> = {};
    for (let at = 0; at < 10_000; at++) {
      const { status } = await guesser.post(`/sign-in/link/${randomBytes(32).toString('base64url')}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses[404]).toBeLessThanOrEqual(180); // a minute each, however slow the machine
    expect((statuses[404] ?? 0) + (statuses[429] ?? 0)).toBe(10_000);
    expect(guesser.cookies.has(SESSION)).toBe(false);
    expect((await browser.post(link)).status).toBe(303); // others are not delayed
  });
});

test("signing in starts a new session and ends the browser's earlier one", async () => {
  const { browser, link } = await asked();
  const attacker = await signIn(api, 'viewer', 'attacker@staff.test');
  browser.cookies.set(SESSION, attacker.secret); // planted
  await browser.post(link);
  expect(browser.cookies.get(SESSION)).not.toBe(attacker.secret);
  expect((await api.rest('GET', '/viewer', undefined, attacker.options)).status).toBe(401);
  const chosen = new Browser(api);
  chosen.cookies.set(SESSION, 'A'.repeat(43)); // of nobody, chosen by an attacker
  const { email } = await asked();
  await chosen.post('/sign-in', { email });
  await chosen.post(await inbox.linkTo(email, 1));
  expect(chosen.cookies.get(SESSION)).not.toBe('A'.repeat(43));
  expect(await viewer(chosen)).toBe(email);
});

describe('existing accounts are not revealed', () => {
  test('known and unknown addresses get the same bytes, after the same statements', async () => {
    const quiet = await openTestApp(); // whose workers are not running
    await signIn(quiet, 'viewer', 'known@staff.test');
    const ask = async (email: string) => {
      let answer: Awaited<ReturnType<Browser['post']>> | undefined;
      const statements = await quiet.statements(async () => {
        answer = await new Browser(quiet).post('/sign-in', { email });
      });
      const { date: _, 'x-request-id': __, 'set-cookie': cookie, ...headers } = answer!.headers;
      return { status: answer!.status, text: answer!.text, headers, cookie: String(cookie).length, statements };
    };
    const known = await ask('known@staff.test');
    expect(known.statements).toHaveLength(3);
    expect(await ask('nobody@staff.test')).toEqual(known);
    await quiet.close();
  });

  test('only existing users get an e-mail', async () => {
    await signIn(api, 'viewer', 'known@staff.test');
    for (const name of ['nobody', 'known']) await new Browser(api).post('/sign-in', { email: `${name}@staff.test` });
    await inbox.linkTo('known@staff.test');
    expect(inbox.received('nobody@staff.test')).toEqual([]);
  });

  test('an invalid address is reported as invalid', async () => {
    const page = await new Browser(api).post('/sign-in', { email: 'ann' });
    expect([page.status, page.text.includes('Enter an e-mail address')]).toEqual([422, true]);
  });
});

describe('a page of another site', () => {
  const ORIGINS: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.test' },
    { 'sec-fetch-site': '', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'none' },
  ];
  test.each(ORIGINS)('cannot sign anybody in or out: %j', async (headers) => {
    const { browser, link, email } = await asked();
    expect((await browser.post(link, {}, headers)).status).toBe(403);
    expect((await browser.post('/sign-in', { email }, headers)).status).toBe(403);
    await browser.post(link);
    expect((await browser.post('/sign-out', {}, headers)).status).toBe(403);
    expect((await browser.post('/account/team', {}, headers)).status).toBe(403);
    expect(await viewer(browser)).toBe(email);
  });
});

test('signing out ends the session at once', async () => {
  const { browser, link } = await asked();
  await browser.post(link);
  const { headers } = browser;
  expect((await browser.post('/sign-out')).location).toBe('/sign-in');
  expect(browser.cookies.has(SESSION)).toBe(false);
  expect((await api.rest('GET', '/viewer', undefined, { token: null, headers })).status).toBe(401);
});

test('under https the cookie is secure, and its name cannot be set by another host', async () => {
  const secure = await openTestApp({ publicUrl: 'https://mail.shop.test', linkBase: 'https://mail.shop.test' });
  const browser = new Browser(secure);
  const { headers } = await browser.post('/sign-in', { email: 'ann@staff.test' });
  expect(headers['set-cookie']).toMatch(
    /^__Host-tidings_browser=[\w-]{43}; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/,
  );
  await secure.close();
});

test.each([
  ['https://shop.test/mail', '__Secure-tidings_', '/mail', '; Secure'],
  ['http://shop.test/a/mail', 'tidings_', '/a/mail', ''],
])(
  'under the path of %s cookies are only sent below it, and signing in and out works',
  async (url, name, path, end) => {
    const below = await openTestApp({ publicUrl: url, linkBase: url });
    const browser = new Browser(below);
    const asked = await browser.post('/sign-in', { email: 'ann@staff.test' });
    const begin = `${name}browser=`;
    expect(asked.headers['set-cookie']).toMatch(
      new RegExp(`^${begin}[\\w-]{43}; Path=${path}; Max-Age=\\d+; HttpOnly; SameSite=Lax${end}$`),
    );
    expect([...browser.cookies.keys()]).toEqual([`${name}browser`]);
    const { options, secret } = await signIn(below, 'owner', 'owner@staff.test');
    const cookie = `${name}session=${secret}`;
    const headers = { ...options.headers, cookie };
    const viewer = await below.rest('GET', '/viewer', undefined, { token: null, headers });
    expect(viewer.status).toBe(200);
    const out = await below.app.inject({ method: 'POST', url: '/sign-out', headers });
    expect(out.headers['set-cookie']).toContain(`${name}session=; Path=${path}; Max-Age=0`);
    expect((await below.rest('GET', '/viewer', undefined, { token: null, headers })).status).toBe(401);
    await below.close();
  },
);
