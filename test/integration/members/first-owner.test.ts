import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inviteFirstOwner } from '../../../src/domain/members/invitation-links.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { runHere } from '../../support/command-line.ts';
import { crossSite, signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let testApp: TestApp;
let api: TestApp;
let env: Record<string, string>;
let people = 0;
let email: string;
beforeAll(async () => {
  testApp = await openTestApp({}, { simulatedClock: true });
  env = { DATABASE_URL: testApp.databaseUrl };
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  email = `ann${people++}@staff.test`;
});

const SESSION = 'tidings_session';
const DAY_MS = 86_400_000;
const GONE = [404, 'This invitation is no longer valid'];
const memberOf = (browser: Browser) =>
  api
    .rest('GET', '/viewer', undefined, { token: null, headers: browser.headers })
    .then(({ body }) => body.data?.member);
const publicIdOf = async ({ teamId }: TestApp) =>
  (await testApp.db.team.findUniqueOrThrow({ where: { id: teamId } })).publicId;

describe('the link of the first start', () => {
  const linkOf = async () => `/join/${await inviteFirstOwner(api.db, api.teamId)}`;

  test('asks for name and address, and creates the owner, once', async () => {
    const link = await linkOf();
    const browser = new Browser(api);
    expect((await browser.get(link)).text).toContain('Your e-mail address');
    const twice = await Promise.all([browser, browser].map((one) => one.post(link, { email, name: 'Ann' })));
    expect(twice.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await memberOf(browser)).toMatchObject({ email, name: 'Ann', role: 'owner' });
    const other = new Browser(api);
    const again = [await other.get(link), await other.post(link, { email: `other.${email}` })];
    expect(again.map(({ status, title }) => [status, title])).toEqual([GONE, GONE]);
    expect(await api.db.member.count({ where: { teamId: api.teamId } })).toBe(1);
  });

  test('gives the team the time zone of the browser, unless it has one', async () => {
    const zone = async () => (await api.rest('GET', '/team')).body.data.timezone;
    const browser = new Browser(api);
    const page = await browser.get(await linkOf());
    expect(page.text).toContain('<input type="hidden" name="timezone">');
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.text) ?? [];
    expect((await browser.get(script)).text).toContain('timeZone');
    await browser.post(await linkOf(), { email: `nowhere.${email}`, timezone: 'Mars/Base' });
    expect(await zone()).toBe('UTC');
    await browser.post(await linkOf(), { email, timezone: 'Europe/Lisbon' });
    expect(await zone()).toBe('Europe/Lisbon');
    await browser.post(await linkOf(), { email: `third.${email}`, timezone: 'Asia/Tokyo' });
    expect(await zone()).toBe('Europe/Lisbon');
  });

  test('is not used up by an invalid or an existing address', async () => {
    await signIn(testApp, 'viewer', email);
    const link = await linkOf();
    const browser = new Browser(api);
    for (const [said, status] of [
      ['', 422],
      ['ann', 422],
      [email, 409],
    ] as const) {
      expect((await browser.post(link, { email: said })).status).toBe(status);
    }
    expect([browser.cookies.has(SESSION), await api.db.member.count({ where: { teamId: api.teamId } })]).toEqual([
      false,
      0,
    ]);
    expect((await browser.post(link, { email: `other.${email}` })).status).toBe(303);
  });

  test('works for seven days', async () => {
    const [early, late] = [await linkOf(), await linkOf()];
    const clock = clockOf(testApp);
    const now = Date.now();
    await clock.set(new Date(now + 7 * DAY_MS - 60_000));
    expect((await new Browser(api).get(early)).status).toBe(200);
    await clock.set(new Date(now + 7 * DAY_MS + 60_000));
    const browser = new Browser(api);
    const pages = [await browser.get(late), await browser.post(late, { email })];
    expect(pages.map(({ status, title }) => [status, title])).toEqual([GONE, GONE]);
    expect(browser.cookies.has(SESSION)).toBe(false);
    await clock.set(new Date(now));
  });

  test('is refused from a page of another site, and stays valid', async () => {
    const link = await linkOf();
    const browser = new Browser(api);
    const { cookie: _, ...elsewhere } = crossSite('');
    const refused = await browser.post(link, { email }, elsewhere);
    expect([refused.status, refused.title, browser.cookies.has(SESSION)]).toEqual([403, 'Request refused', false]);
    expect((await browser.post(link, { email })).status).toBe(303);
  });
});

describe('npm run member -- invite', () => {
  const invite = async (...args: string[]) => runHere(['member', 'invite', ...args], env);

  test('prints only a link, which signs in once', async () => {
    const { code, stdout, stderr } = await invite('--email', email, '--role', 'owner', '--team', await publicIdOf(api));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^http:\/\/\S+\/join\/[\w-]{43}\n$/);
    const browser = new Browser(api);
    const link = new URL(stdout.trim()).pathname;
    expect((await browser.post(link, { name: 'Ann' })).status).toBe(303);
    expect(await memberOf(browser)).toMatchObject({ email, role: 'owner' });
    expect((await new Browser(api).post(link)).status).toBe(404);
  });

  test('defaults to the first team, and a second link invalidates the first', async () => {
    const links = [];
    for (const role of ['viewer', 'editor']) {
      links.push(new URL((await invite('--email', email, '--role', role)).stdout.trim()).pathname);
    }
    expect((await new Browser(api).get(links[0] as string)).status).toBe(404);
    expect((await new Browser(api).post(links[1] as string)).status).toBe(303);
    const member = await testApp.db.member.findFirstOrThrow({ where: { user: { email } } });
    expect([member.teamId, member.role]).toEqual([testApp.teamId, 'editor']);
  });

  test('signs a member in again, and keeps their role', async () => {
    const { memberId } = await signIn(api, 'owner', email);
    const { stdout } = await invite('--email', email, '--role', 'viewer', '--team', await publicIdOf(api));
    const browser = new Browser(api);
    await browser.post(new URL(stdout.trim()).pathname);
    expect(await memberOf(browser)).toMatchObject({ id: memberId, role: 'owner' });
  });

  const BAD: [string[], string][] = [
    [['member'], 'member invite --email'],
    [['member', 'remove', '--email', 'a@staff.test'], 'member invite --email'],
    [['member', 'invite'], '--email is missing'],
    [['member', 'invite', '--email', 'a@staff.test'], '--role is missing'],
    [['member', 'invite', '--role', 'owner'], '--email is missing'],
    [['member', 'invite', '--email', '', '--role', 'owner'], 'email'],
    [['member', 'invite', '--email', 'ann', '--role', 'owner'], 'email'],
    [['member', 'invite', '--email', 'a@staff.test', '--role', 'boss'], 'role'],
    [
      ['member', 'invite', '--email', 'a@staff.test', '--role', 'owner', '--team', 'nobody'],
      'this team does not exist',
    ],
    [['member', 'invite', 'a@staff.test', '--role', 'owner'], 'is an unexpected argument'],
    [['member', 'invite', '--mail', 'a@staff.test', '--role', 'owner'], "Unknown option '--mail'"],
  ];

  test.each(BAD)('%j prints one clear line and invites nobody', async (args, said) => {
    const before = await testApp.db.invitation.count();
    const { code, stdout, stderr } = await runHere(args, env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^tidings: [^\n]+\n$/);
    expect(stderr).toContain(said);
    expect(await testApp.db.invitation.count()).toBe(before);
  });
});
