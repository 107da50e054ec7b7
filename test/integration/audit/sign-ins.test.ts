import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../src/ids.ts';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { sameOrigin, signIn } from '../../support/members.ts';

let testApp: TestApp;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
/** The two teams of a user. */
let first: TestApp;
let second: TestApp;
let email: string;
let people = 0;

beforeAll(async () => {
  testApp = await openTestApp();
  inbox = await openAccountInbox(testApp);
});
afterAll(async () => {
  await inbox.stop();
  await testApp.close();
});
beforeEach(async () => {
  [first, second] = [await openTeam(testApp), await openTeam(testApp)];
  email = `ann${people++}@staff.test`;
});

const FROM = '203.0.113.9';

async function byLink(browser: Browser): Promise<void> {
  const before = inbox.received(email).length;
  await browser.post('/sign-in', { email });
  expect((await browser.post(await inbox.linkTo(email, before))).status).toBe(303);
}

/** Returns the audit log of a team, oldest first. */
async function logOf(api: TestApp) {
  const { body } = await api.rest('GET', '/audit-log?per_page=100');
  return body.data.reverse();
}
const actionsIn = async (api: TestApp): Promise<string[]> =>
  (await logOf(api)).map(({ action }: { action: string }) => action);

test('signing in by a link and signing out are in the log of the session’s team, with their origin', async () => {
  const { memberId } = await signIn(first, 'owner', email);
  await signIn(second, 'viewer', email);
  await testApp.db.session.deleteMany({ where: { teamId: second.teamId } }); // so that the first is the one they were in last
  const browser = new Browser(testApp, FROM);
  await byLink(browser);
  const session = await testApp.db.session.findFirstOrThrow({ where: { memberId, browser: 'Test Browser' } });
  await browser.post('/sign-out');
  const about = { type: 'session', id: session.id, name: null };
  const common = { actor: { kind: 'member', id: memberId, name: email }, object: about, fields: [], count: null };
  expect(await logOf(first)).toMatchObject([
    { ...common, action: 'session.begun_by_link', door: 'page', address: FROM, finished: true },
    { ...common, action: 'session.ended', door: 'page', address: FROM, finished: true },
  ]);
  expect(await logOf(second)).toEqual([]);
});

test('switching teams ends a session in one team’s log, and begins one in the other’s', async () => {
  await signIn(first, 'editor', email);
  const there = await signIn(second, 'viewer', email);
  await testApp.db.session.deleteMany({ where: { teamId: second.teamId } });
  const browser = new Browser(testApp);
  await byLink(browser);
  await browser.post('/account/team', { member: there.memberId });
  expect(await actionsIn(first)).toEqual(['session.begun_by_link', 'session.ended']);
  expect(await logOf(second)).toMatchObject([
    { action: 'session.begun_by_switch', actor: { kind: 'member', id: there.memberId } },
  ]);
});

test('signing in again ends the browser’s previous session', async () => {
  await signIn(first, 'editor', email);
  const browser = new Browser(testApp);
  await byLink(browser);
  await byLink(browser);
  // The one ends as the other begins.
  expect((await actionsIn(first)).sort()).toEqual(['session.begun_by_link', 'session.begun_by_link', 'session.ended']);
});

test('an accepted invitation is logged with the session that it starts', async () => {
  const owner = await signIn(first, 'owner', `owner.${email}`);
  await first.rest('POST', '/invitations', { email, role: 'viewer' }, owner.options);
  await new Browser(testApp).post(await inbox.linkTo(email), { name: 'Ann' });
  const [invited, ...own] = await logOf(first);
  expect(invited).toMatchObject({ action: 'member.invited', actor: { id: owner.memberId } });
  const { id } = own[0].actor;
  const actor = { kind: 'member', id, name: 'Ann' };
  expect(own).toMatchObject([
    { action: 'member.invitation_accepted', actor, object: { type: 'member', id } },
    { action: 'session.begun_by_invitation', actor, object: { type: 'session' } },
  ]);
});

describe('a session ended from elsewhere', () => {
  test.each(['rest', 'graphql', 'page'] as const)('is in the log of its team: %s', async (via) => {
    const here = await signIn(first, 'editor', email);
    const there = await signIn(second, 'viewer', email);
    const session = await testApp.db.session.findFirstOrThrow({ where: { memberId: there.memberId } });
    const browser = new Browser(testApp);
    browser.cookies.set('tidings_session', here.secret);
    if (via === 'rest') await first.rest('DELETE', `/sessions/${session.id}`, undefined, here.options);
    if (via === 'graphql') {
      const REVOKE = 'mutation ($id: ID!) { revokeSession(id: $id) { deletedId } }';
      await first.graphql(REVOKE, { id: session.id }, here.options);
    }
    if (via === 'page') await browser.post('/account/sessions/end', { id: session.id });
    expect(await logOf(second)).toMatchObject([
      { action: 'session.ended', door: via, object: { id: session.id }, actor: { id: there.memberId } },
    ]);
    expect(await logOf(first)).toEqual([]);
  });
});

test('a removed passkey is in the log of every team that it opened, and of no other', async () => {
  const here = await signIn(first, 'editor', email);
  const there = await signIn(second, 'viewer', email);
  const third = await openTeam(testApp);
  await signIn(third, 'owner', `other.${email}`);
  const user = await testApp.db.user.findUniqueOrThrow({ where: { email } });
  const key = { id: newId(), userId: user.id, credentialId: email, publicKey: new Uint8Array(1), counter: 0 };
  await testApp.db.passkey.create({ data: { ...key, name: 'Phone' } });
  const { status } = await first.rest('DELETE', `/passkeys/${key.id}`, undefined, here.options);
  expect(status).toBe(204);
  const about = { action: 'passkey.removed', object: { type: 'passkey', id: key.id, name: null } };
  expect(await logOf(first)).toMatchObject([{ ...about, actor: { id: here.memberId } }]);
  expect(await logOf(second)).toMatchObject([{ ...about, actor: { id: there.memberId } }]);
  expect(await logOf(third)).toEqual([]);
});

test('refused actions are not in the log', async () => {
  const here = await signIn(first, 'editor', email);
  await signIn(second, 'editor', `other.${email}`);
  const theirs = await testApp.db.session.findFirstOrThrow({ where: { teamId: second.teamId } });
  const browser = new Browser(testApp);
  await browser.post('/sign-in', { email });
  await new Browser(testApp).post(await inbox.linkTo(email));
  await first.rest('DELETE', `/sessions/${theirs.id}`, undefined, here.options);
  await first.rest('DELETE', `/passkeys/${newId()}`, undefined, here.options);
  expect([await logOf(first), await logOf(second)]).toEqual([[], []]);
});

test('a lowered role is logged as the owner’s action, and ends no session', async () => {
  const owner = await signIn(first, 'owner', `owner.${email}`);
  const { memberId, options } = await signIn(first, 'editor', email);
  await first.rest('PATCH', `/members/${memberId}`, { role: 'viewer' }, owner.options);
  expect((await first.rest('GET', '/viewer', undefined, options)).body.data.member.role).toBe('viewer');
  expect(await actionsIn(first)).toEqual(['member.changed']);
});

test('sign-in entries can be filtered by type, are in the file, and contain no secret', async () => {
  const { secret } = await signIn(first, 'owner', email);
  const browser = new Browser(testApp);
  await byLink(browser);
  const { body } = await first.rest('GET', '/audit-log?object_type=session');
  expect(body.meta.total).toBe(1);
  const { payload } = await testApp.app.inject({
    url: '/v1/audit-log/export?action=session.begun_by_link',
    headers: sameOrigin(`tidings_session=${secret}`),
  });
  expect(payload.trim().split('\r\n')).toHaveLength(2);
  const rows = JSON.stringify(await testApp.db.auditEntry.findMany({ where: { teamId: first.teamId } }));
  for (const text of [payload, rows]) expect(text).not.toContain(browser.cookies.get('tidings_session'));
});
