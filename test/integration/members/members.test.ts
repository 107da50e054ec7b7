import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setTeamStatus } from '../../../src/domain/platform/teams.ts';
import { openAccountInbox } from '../../support/account-inbox.ts';
import { openSocket } from '../../support/api-interfaces.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { Browser } from '../../support/browser.ts';
import { crossSite, type SignedIn, signIn } from '../../support/members.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let address: string;
let inbox: Awaited<ReturnType<typeof openAccountInbox>>;
let owner: SignedIn;

beforeAll(async () => {
  testApp = await openTestApp();
  address = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  inbox = await openAccountInbox(testApp);
});
afterAll(async () => {
  await inbox.stop();
  await testApp.close();
});

let teams = 0;
const email = (name: string) => `${name}${teams}@staff.test`;
const freshTeam = async () => {
  teams++;
  api = await openTeam(testApp);
  owner = await signIn(api, 'owner', email('owner'));
};

describe('an invitation', () => {
  beforeAll(freshTeam);

  test('adds a member by its link, with one click and no password', async () => {
    const invited = await api.rest('POST', '/invitations', { email: email('Ann'), role: 'editor' }, owner.options);
    expect([invited.status, invited.body.data]).toMatchObject([
      201,
      { email: email('ann'), role: 'editor', invited_by: owner.memberId },
    ]);
    const link = await inbox.linkTo(email('ann'));
    const browser = new Browser(api);
    expect((await browser.get(link)).text).toContain(`You are invited as editor, with the address ${email('ann')}.`);
    expect((await browser.post(link, { name: ' Ann  Lee ' })).location).toBe('/');
    const { body } = await api.rest('GET', '/viewer', undefined, { token: null, headers: browser.headers });
    expect(body.data.member).toMatchObject({ email: email('ann'), name: 'Ann Lee', role: 'editor' });
    expect((await api.rest('GET', '/invitations')).body.data).toEqual([]);
    const members = (await api.rest('GET', '/members')).body.data;
    expect(members.map(({ role }: { role: string }) => role)).toEqual(['editor', 'owner']);
    const again = new Browser(api);
    expect([(await again.get(link)).status, (await again.post(link)).status]).toEqual([404, 404]);
    const shown = await api.rest('GET', `/members/${body.data.member.id}`);
    expect(shown.body.data).toMatchObject({ name: 'Ann Lee', last_seen_at: expect.any(String) });
  });

  test('is refused for a member, an invalid address and an unknown role', async () => {
    const invite = async (body: object) => (await api.rest('POST', '/invitations', body, owner.options)).body.errors;
    expect(await invite({ email: email('owner'), role: 'viewer' })).toHaveProperty('email');
    expect(await invite({ email: 'ann', role: 'viewer' })).toHaveProperty('email');
    expect(await invite({ email: 'a@b.test', role: 'admin' })).toHaveProperty('role');
  });

  test('loses its old link when repeated or revoked, and never shows a link', async () => {
    const to = email('bob');
    const invite = () => api.rest('POST', '/invitations', { email: to, role: 'viewer' }, owner.options);
    const first = await invite();
    const before = await inbox.linkTo(to);
    expect((await invite()).body.data.id).toBe(first.body.data.id);
    const link = await inbox.linkTo(to, 1);
    expect(JSON.stringify([first.body, (await api.rest('GET', '/invitations')).body])).not.toContain(link.slice(6));
    const browser = new Browser(api);
    expect([(await browser.get(before)).status, (await browser.get(link)).status]).toEqual([404, 200]);
    const gone = await api.rest('DELETE', `/invitations/${first.body.data.id}`, undefined, owner.options);
    expect([gone.status, (await browser.post(link)).status]).toEqual([204, 404]);
    expect((await api.rest('DELETE', `/invitations/${UNKNOWN_ID}`, undefined, owner.options)).status).toBe(404);
  });
});

describe('roles', () => {
  beforeAll(freshTeam);

  test('the last owner cannot be demoted or removed, even when two leave at once', async () => {
    const call = (method: string, of: SignedIn, by: SignedIn, body?: object) =>
      api.rest(method, `/members/${of.memberId}`, body, by.options);
    expect((await call('PATCH', owner, owner, { role: 'editor' })).status).toBe(409);
    expect((await call('DELETE', owner, owner)).status).toBe(409);
    const second = await signIn(api, 'owner', email('second'));
    const both = await Promise.all([
      call('PATCH', owner, owner, { role: 'viewer' }),
      call('PATCH', second, second, { role: 'viewer' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await api.db.member.count({ where: { teamId: api.teamId, role: 'owner' } })).toBe(1);
    await api.db.member.updateMany({ where: { teamId: api.teamId }, data: { role: 'owner' } });
  });

  test('neither an editor nor a token can make an owner, and a viewer cannot write', async () => {
    const editor = await signIn(api, 'editor', email('editor'));
    const viewer = await signIn(api, 'viewer', email('viewer'));
    const promote = { role: 'owner' };
    expect((await api.rest('PATCH', `/members/${editor.memberId}`, promote, editor.options)).status).toBe(403);
    expect((await api.rest('PATCH', `/members/${editor.memberId}`, promote)).status).toBe(403);
    const invite = { email: 'x@y.test', role: 'owner' };
    expect((await api.rest('POST', '/invitations', invite, editor.options)).status).toBe(403);
    const refused = await api.rest('POST', '/lists', { name: 'L' }, viewer.options);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'A viewer can only read. The operation needs an editor.' },
    ]);
    expect((await api.rest('POST', '/tags', { name: 'by an editor' }, editor.options)).status).toBe(201);
  });

  test('changes apply to the next call on every process', async () => {
    const other = await signIn(api, 'editor', email('other'));
    const write = () => api.rest('POST', '/tags', { name: `t${Math.random()}` }, other.options);
    expect((await write()).status).toBe(201);
    await api.rest('PATCH', `/members/${other.memberId}`, { role: 'viewer' }, owner.options);
    expect((await write()).status).toBe(403);
    await api.rest('DELETE', `/members/${other.memberId}`, undefined, owner.options);
    expect((await api.rest('GET', '/tags', undefined, other.options)).status).toBe(401);
    expect(await api.db.user.count({ where: { email: email('other') } })).toBe(0);
  });

  test("another team's members, invitations and sessions are not found", async () => {
    const theirs = await signIn(testApp, 'editor', email('theirs'));
    const session = await testApp.db.session.findFirstOrThrow({ where: { memberId: theirs.memberId } });
    const theirOwner = await signIn(testApp, 'owner', email('their-owner'));
    const invite = { email: email('invited-there'), role: 'viewer' };
    const { id: invitation } = (await testApp.rest('POST', '/invitations', invite, theirOwner.options)).body.data;
    const statuses = await Promise.all([
      api.rest('GET', `/members/${theirs.memberId}`),
      api.rest('PATCH', `/members/${theirs.memberId}`, { role: 'viewer' }, owner.options),
      api.rest('DELETE', `/members/${theirs.memberId}`, undefined, owner.options),
      api.rest('DELETE', `/sessions/${session.id}`, undefined, owner.options),
      api.rest('DELETE', `/passkeys/${UNKNOWN_ID}`, undefined, owner.options),
      api.rest('DELETE', `/invitations/${invitation}`, undefined, owner.options),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const open = await testApp.rest('GET', '/invitations', undefined, theirOwner.options);
    expect(open.body.data.map(({ id }: { id: string }) => id)).toContain(invitation);
  });
});

describe('sessions', () => {
  beforeAll(freshTeam);

  test('are listed over all teams, and end one by one', async () => {
    const { headers } = (await signIn(api, 'editor', email('ann'))).options;
    const here = { token: null, headers };
    await signIn(api, 'editor', email('ann'));
    await signIn(testApp, 'viewer', email('ann'));
    const list = async () => (await api.rest('GET', '/sessions', undefined, here)).body.data;
    const sessions = await list();
    expect(sessions.map((one: { is_current: boolean }) => one.is_current).sort()).toEqual([false, false, true]);
    for (const { id, is_current } of sessions) {
      if (!is_current) expect((await api.rest('DELETE', `/sessions/${id}`, undefined, here)).status).toBe(204);
    }
    expect(await list()).toHaveLength(1);
    const [{ id }] = await list();
    expect((await api.rest('DELETE', `/sessions/${id}`, undefined, here)).status).toBe(204);
    expect((await api.rest('GET', '/sessions', undefined, here)).status).toBe(401);
  });

  test('act for one team, and the account page links to the others', async () => {
    const both = await signIn(api, 'editor', email('both'));
    const first = await testApp.db.team.findUniqueOrThrow({ where: { id: testApp.teamId } });
    const there = await signIn(testApp, 'viewer', email('both'));
    const browser = new Browser(api);
    browser.cookies.set('tidings_session', both.secret);
    expect((await browser.get('/account')).text).toContain(`Switch to ${first.name}`);
    await browser.post('/account/team', { member: UNKNOWN_ID });
    await browser.post('/account/team', { member: owner.memberId }); // somebody else's
    const acting = async () => {
      const { body } = await api.rest('GET', '/viewer', undefined, { token: null, headers: browser.headers });
      return [body.data.member.role, body.data.team.id];
    };
    expect((await acting())[0]).toBe('editor');
    await browser.post('/account/team', { member: there.memberId });
    expect(await acting()).toEqual(['viewer', first.publicId]);
    expect((await api.rest('GET', '/viewer', undefined, both.options)).status).toBe(401); // the one before ended
  });

  test('end at once when the browser switches to another team', async () => {
    const here = await signIn(api, 'editor', email('switching'));
    const there = await signIn(testApp, 'viewer', email('switching'));
    const browser = new Browser(api);
    browser.cookies.set('tidings_session', here.secret);
    for (const member of Array.from({ length: 10 }, () => [there.memberId, here.memberId]).flat()) {
      const before = { token: null, headers: { ...browser.headers } };
      expect((await api.rest('GET', '/viewer', undefined, before)).status).toBe(200);
      await browser.post('/account/team', { member });
      expect((await api.rest('GET', '/viewer', undefined, before)).status).toBe(401);
    }
  });

  test('end when the team is suspended', async () => {
    const team = await api.db.team.findUniqueOrThrow({ where: { id: api.teamId } });
    await setTeamStatus(api.db, team.publicId, 'suspended');
    await until(async () => (await api.rest('GET', '/viewer', undefined, owner.options)).status === 403);
    await setTeamStatus(api.db, team.publicId, 'active');
  });
});

const FOLLOW = 'subscription { eventRecorded { name } }';

/** Follows events by SSE or WebSocket; resolves with how the stream ended. */
function followBySse({ options: { headers } }: SignedIn): Promise<string> {
  const all = { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' };
  return fetch(`${address}/graphql`, { method: 'POST', headers: all, body: JSON.stringify({ query: FOLLOW }) }).then(
    (answer) => answer.text(),
  );
}
const followBySocket = ({ options: { headers } }: SignedIn): Promise<string> =>
  new Promise((resolve) => {
    openSocket(address, { headers }).subscribe(
      { query: FOLLOW },
      {
        next: ({ errors }) => errors && resolve(JSON.stringify(errors)),
        error: (e) => resolve(JSON.stringify(e)),
        complete: () => resolve('complete'),
      },
    );
  });

describe('live streams end within a second', () => {
  beforeAll(freshTeam);
  const openStreams = async () =>
    Number(/^tidings_live_streams (\d+)/m.exec((await api.app.inject('/metrics')).payload)?.[1]);

  test.each([
    [
      'role is lowered',
      'Your rights have changed. Subscribe again.',
      (id: string) => api.rest('PATCH', `/members/${id}`, { role: 'viewer' }, owner.options),
    ],
    [
      'membership ends',
      'Your access has ended. Sign in again, or use another token.',
      (id: string) => api.rest('DELETE', `/members/${id}`, undefined, owner.options),
    ],
  ])('when the %s, and say why', async (_, why, end) => {
    const member = await signIn(api, 'editor', email('live'));
    await until(async () => (await openStreams()) === 0);
    const streams = [followBySse(member), followBySocket(member)];
    await until(async () => (await openStreams()) === 2);
    await end(member.memberId);
    const began = performance.now();
    const ends = await Promise.all(streams);
    expect(ends.map((text) => text.includes(why))).toEqual([true, true]);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('a cross-site cookie is ignored', () => {
  beforeAll(freshTeam);

  test('by every interface', async () => {
    const headers = crossSite(owner.cookie);
    const outcomes = [
      (await api.rest('GET', '/lists', undefined, { token: null, headers })).status,
      (await api.rest('POST', '/tags', { name: 'csrf' }, { token: null, headers })).status,
      (
        await api.graphql(
          'mutation { createTag(input: { name: "csrf" }) { tag { id } } }',
          {},
          { token: null, headers },
        )
      ).status,
      (await api.rest('POST', `/lists/${UNKNOWN_ID}/exports`, {}, { token: null, headers })).status,
    ];
    expect(outcomes).toEqual([401, 401, 401, 401]);
    const simple = await api.app.inject({
      ...{ method: 'POST', url: '/graphql', headers: { ...headers, 'content-type': 'text/plain' } },
      payload: '{"query":"mutation { createTag(input: { name: \\"csrf\\" }) { tag { id } } }"}',
    });
    expect(simple.statusCode).toBe(401);
    expect(await api.db.tag.count({ where: { name: 'csrf' } })).toBe(0);
    const hijack = openSocket(address, { headers: { cookie: owner.cookie, origin: 'https://evil.test' } });
    const ended = await new Promise((resolve) =>
      hijack.subscribe({ query: FOLLOW }, { next: resolve, error: resolve, complete: () => resolve('complete') }),
    );
    expect(ended).toMatchObject({ code: 4401 });
  });

  test('by Origin or Referer if Sec-Fetch-Site is missing, and without any of them', async () => {
    const status = async (headers: Record<string, string>) =>
      (await api.rest('GET', '/lists', undefined, { token: null, headers: { cookie: owner.cookie, ...headers } }))
        .status;
    const host = 'tidings.shop.test';
    expect(await status({ host, origin: `http://${host}` })).toBe(200);
    expect(await status({ host, referer: `http://${host}/dashboard` })).toBe(200);
    expect(await status({ host, origin: `http://blog.${host}` })).toBe(401);
    expect(await status({ host, origin: 'null' })).toBe(401);
    expect(await status({ host })).toBe(401);
    expect(await status({ 'sec-fetch-site': 'same-site', origin: `http://${host}`, host })).toBe(401);
  });
});

test('a token keeps its name and its maker, and a narrowed token cannot have the ability read', async () => {
  await freshTeam();
  const make = (body: object) =>
    api.rest('POST', '/tokens', { name: 'Shop', ability: 'write', ...body }, owner.options);
  const { data } = (await make({ note: 'The front server', scopes: ['mails:send', 'events:write'] })).body;
  expect(data).toMatchObject({
    ...{ note: 'The front server', scopes: ['events:write', 'mails:send'], created_by: owner.memberId },
  });
  const refused = await make({ ability: 'read', scopes: ['events:write'] });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['scopes']]);
  const unknown = await make({ scopes: ['lists:write'] });
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['scopes.0']]);
});

test('a narrowed token gets the result of its operation, without related objects', async () => {
  await freshTeam();
  const { body } = await api.rest('POST', '/tokens', { name: 'Mails', ability: 'write', scopes: ['mails:send'] });
  const token = body.data.token;
  const send = (fields: string) =>
    api.graphql(
      `mutation { sendTransactionalMail(input: { to: ["a@people.test"], from: "s@shop.test", subject: "S", text: "T" }) { transactionalMail { ${fields} } } }`,
      {},
      { token },
    );
  const done = await send('id subject status');
  expect(done.body.data.sendTransactionalMail.transactionalMail.subject).toBe('S');
  for (const fields of [
    'transport { host }',
    'timeline { at }',
    '... on Activity { ... on TransactionalMail { message { state } } }',
  ]) {
    expect((await send(fields)).body.errors[0].extensions.code).toBe('FORBIDDEN');
  }
  expect(
    (
      await api.rest(
        'GET',
        `/transactional-mails/${done.body.data.sendTransactionalMail.transactionalMail.id}`,
        undefined,
        { token },
      )
    ).status,
  ).toBe(403);
});
