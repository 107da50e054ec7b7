import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inviteByOperator } from '../../../src/domain/members/invitation-links.ts';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { clockOf } from '../../support/simulated-clock.ts';

let testApp: TestApp;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
/** The team that the person is in, and the one that invites them. */
let home: TestApp;
let inviting: TestApp;
let owner: SignedIn;
let email: string;
let people = 0;

beforeAll(async () => {
  testApp = await openTestApp({}, { simulatedClock: true });
  inbox = await openAccountInbox(testApp);
});
afterAll(async () => {
  await inbox.stop();
  await testApp.close();
});
beforeEach(async () => {
  [home, inviting] = [await openTeam(testApp), await openTeam(testApp)];
  owner = await signIn(inviting, 'owner', `mallory${people}@staff.test`);
  email = `known${people++}@staff.test`;
});

const SESSION = 'tidings_session';
const invite = (to = email, role = 'viewer', by = owner, api = inviting) =>
  api.rest('POST', '/invitations', { email: to, role }, by.options);

async function invited(): Promise<string> {
  const before = inbox.received(email).length;
  expect((await invite()).status).toBe(201);
  return inbox.linkTo(email, before);
}
async function byLink(browser: Browser, address = email): Promise<void> {
  const before = inbox.received(address).length;
  await browser.post('/sign-in', { email: address });
  await browser.post(await inbox.linkTo(address, before));
}
const call = (browser: Browser, method: string, path: string) =>
  testApp.rest(method, path, undefined, { token: null, headers: browser.headers });
const teamOf = async (browser: Browser) => (await call(browser, 'GET', '/viewer')).body.data?.team.id;
const publicId = async ({ teamId }: TestApp) =>
  (await testApp.db.team.findUniqueOrThrow({ where: { id: teamId } })).publicId;

describe('an invitation for an existing user', () => {
  const refused = async (browser: Browser, link: string) => {
    const pages = [await browser.get(link), await browser.post(link, { name: 'Eve' })];
    expect(pages.map(({ status }) => status)).toEqual([403, 403]);
    for (const { text } of pages) expect(text).toContain('Sign in first, then accept');
    expect(await testApp.db.member.count({ where: { teamId: inviting.teamId } })).toBe(1);
  };

  test('does not sign them in by its link alone, and is accepted after they sign in', async () => {
    await signIn(home, 'owner', email);
    const link = await invited();
    const browser = new Browser(testApp);
    await refused(browser, link);
    expect(browser.cookies.has(SESSION)).toBe(false);
    await browser.post('/sign-in', { email });
    const signedIn = await browser.post(await inbox.linkTo(email, 1));
    expect(signedIn.location).toBe(link);
    expect((await browser.get(link)).text).toContain('You are invited as viewer');
    expect((await browser.post(link)).location).toBe('/');
    expect(await teamOf(browser)).toBe(await publicId(inviting));
    expect((await new Browser(testApp).get(link)).status).toBe(404);
  });

  test('is not accepted in a browser where another user is signed in', async () => {
    await signIn(home, 'owner', email);
    const link = await invited();
    const browser = new Browser(testApp);
    browser.cookies.set(SESSION, (await signIn(home, 'editor', `other.${email}`)).secret);
    await refused(browser, link);
    browser.cookies.set(SESSION, owner.secret);
    await refused(browser, link);
  });

  test('is not accepted in a session from another invitation', async () => {
    const first = await invited();
    const other = await openTeam(testApp);
    const second = await signIn(other, 'owner', `second.${email}`);
    await invite(email, 'editor', second, other);
    const link = await inbox.linkTo(email, 1);
    const browser = new Browser(testApp);
    expect((await browser.post(first)).status).toBe(303);
    expect((await browser.post(link)).status).toBe(403);
    expect(await testApp.db.member.count({ where: { teamId: other.teamId } })).toBe(1);
  });

  test('of two invitations opened at once, one creates the account and the other asks to sign in', async () => {
    const other = await openTeam(testApp);
    const second = await signIn(other, 'owner', `second.${email}`);
    await invite();
    await invite(email, 'editor', second, other);
    const links = [await inbox.linkTo(email), await inbox.linkTo(email, 1)];
    const pages = await Promise.all(links.map((link) => new Browser(testApp).post(link)));
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 403]);
  });

  test('is accepted by its link alone if their only team is suspended, without access to that team', async () => {
    await signIn(home, 'owner', email);
    await setTeamStatus(testApp.db, await publicId(home), 'suspended');
    const browser = new Browser(testApp);
    expect((await browser.post(await invited())).status).toBe(303);
    await setTeamStatus(testApp.db, await publicId(home), 'active');
    const { memberships } = (
      await testApp.graphql('{ viewer { memberships { teamId } } }', {}, { token: null, headers: browser.headers })
    ).body.data.viewer;
    expect(memberships).toEqual([{ teamId: await publicId(inviting) }]);
  });
});

test("the operator's link signs in a member of its team, for this team; a member of another team signs in first", async () => {
  const { memberId } = await signIn(home, 'owner', email);
  const link = async (api: TestApp) =>
    `/join/${await inviteByOperator(testApp.db, api.teamId, { email, role: 'viewer' })}`;
  const browser = new Browser(testApp);
  expect((await browser.post(await link(inviting))).status).toBe(403);
  expect((await browser.post(await link(home))).status).toBe(303);
  expect((await call(browser, 'GET', '/viewer')).body.data.member).toMatchObject({ id: memberId, role: 'owner' });
  expect((await browser.post('/account/passkeys/options')).status).toBe(401);
});

describe('a session from an invitation', () => {
  /** Joined by an invitation in one browser; afterwards a member of a second team, and signed in there. */
  async function joined() {
    const browser = new Browser(testApp);
    await browser.post(await invited(), { name: 'Ann' });
    const there = await signIn(home, 'owner', email);
    const session = await testApp.db.session.findFirstOrThrow({ where: { memberId: there.memberId } });
    return { browser, there, session };
  }

  test('reaches only its own team', async () => {
    const { browser, there, session } = await joined();
    const account = await browser.get('/account');
    expect(account.text).not.toContain('Switch to');
    expect(account.text).not.toContain('Add passkey');
    expect(account.text).toContain('sign in with your e-mail address');
    expect((await browser.post('/account/team', { member: there.memberId })).location).toBe('/account');
    expect(await teamOf(browser)).toBe(await publicId(inviting));
    expect((await call(browser, 'GET', '/sessions')).body.data).toHaveLength(1);
    expect((await call(browser, 'DELETE', `/sessions/${session.id}`)).status).toBe(404);
    await browser.post('/account/sessions/end', { id: session.id });
    expect(await testApp.db.session.count({ where: { id: session.id } })).toBe(1);
  });

  test('cannot add or remove passkeys, which reach every team', async () => {
    const { browser } = await joined();
    const passkey = await testApp.db.passkey.create({
      data: {
        ...{ id: crypto.randomUUID(), credentialId: email, publicKey: new Uint8Array(1), counter: 0, name: 'Phone' },
        user: { connect: { email } },
      },
    });
    expect((await browser.post('/account/passkeys/options')).status).toBe(401);
    expect((await browser.post('/account/passkeys')).status).toBe(401);
    expect((await browser.post('/account/passkeys/remove', { id: passkey.id })).status).toBe(403);
    expect((await call(browser, 'DELETE', `/passkeys/${passkey.id}`)).status).toBe(403);
    expect(await testApp.db.passkey.count({ where: { id: passkey.id } })).toBe(1);
  });

  test('ends when its user signs in by a link, and the new session reaches every team', async () => {
    const { browser, there } = await joined();
    await byLink(browser);
    expect((await browser.get('/account')).text).toContain('Switch to');
    await browser.post('/account/team', { member: there.memberId });
    expect(await teamOf(browser)).toBe(await publicId(home));
  });
});

describe('invitations are limited', () => {
  const HOUR_MS = 3_600_000;
  const letter = (at: number) => `stranger${at}.${email}`;

  test('to fifty a day for a team, even when simultaneous, in REST and GraphQL', async () => {
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => invite(letter(at))));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = all.find(({ status }) => status !== 201)!;
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['email']]);
    const MUTATION =
      'mutation ($to: EmailAddress!) { inviteMember(input: { email: $to, role: VIEWER }) { invitation { id } } }';
    const { body } = await inviting.graphql(MUTATION, { to: letter(99) }, owner.options);
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    const second = await signIn(inviting, 'owner', `second.${email}`);
    expect((await invite(letter(98), 'viewer', second)).status).toBe(422);
    const [open] = (await inviting.rest('GET', '/invitations', undefined, owner.options)).body.data;
    await inviting.rest('DELETE', `/invitations/${open.id}`, undefined, owner.options);
    expect((await invite(letter(97))).status).toBe(422); // withdrawing makes no room
    const theirs = await signIn(home, 'owner', `theirs.${email}`);
    expect((await invite(letter(96), 'viewer', theirs, home)).status).toBe(201);
    const clock = clockOf(testApp);
    const now = Date.now();
    await clock.set(new Date(now + 25 * HOUR_MS));
    expect((await invite(letter(95))).status).toBe(201);
    await clock.set(new Date(now));
  });

  test('to three an hour from a team to an address in any spelling, and other teams can still invite it', async () => {
    const statuses = [];
    for (const to of [email, email.toUpperCase(), ` ${email} `, email]) {
      const { status, body } = await invite(to);
      statuses.push(status);
      if (status === 201) await inviting.rest('DELETE', `/invitations/${body.data.id}`, undefined, owner.options);
    }
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(3);
    expect(statuses.at(-1)).toBe(422);
    const theirs = await signIn(home, 'owner', `theirs.${email}`);
    expect((await invite(email, 'viewer', theirs, home)).status).toBe(201);
  });

  test('to ten an hour to an address from all teams', async () => {
    let sent = 0;
    for (let at = 0; at < 4; at++) {
      const api = await openTeam(testApp);
      const by = await signIn(api, 'owner', `owner${at}.${email}`);
      for (let more = 0; more < 3; more++) if ((await invite(email, 'viewer', by, api)).status === 201) sent++;
    }
    expect(sent).toBe(10);
  });
});

test.each(['WIN 1000 EUR at evil.example', `${'long '.repeat(50)}`, 'a\u202eb <b>bold</b>'])(
  'the subject of the e-mail does not contain the team name: %j',
  async (name) => {
    await testApp.db.team.update({ where: { id: inviting.teamId }, data: { name } });
    await invited();
    const [{ mail }] = inbox.received(email) as [(typeof inbox.server.received)[number]];
    expect(mail.subject).toBe('Join a team on Tidings');
    expect(mail.text!.length).toBeLessThan(500);
  },
);
