import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken } from '../../../src/domain/platform/tokens.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { type SignedIn, signIn } from '../../support/members.ts';
import { until } from '../../support/until.ts';

let testApp: TestApp;
let api: TestApp;
let owner: SignedIn;
let editor: SignedIn;

beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  api = await openTeam(testApp);
  owner = await signIn(api, 'owner');
  editor = await signIn(api, 'editor');
});

interface Made {
  id: string;
  token: string;
}
async function make(by: SignedIn['options'] | { token: string }, body: object = {}): Promise<Made> {
  const { status, body: made } = await api.rest('POST', '/tokens', { name: 'Shop', ability: 'write', ...body }, by);
  expect(status).toBe(201);
  return made.data;
}
const status = async ({ token }: Made, path = '/lists', method = 'GET', body?: object) =>
  (await api.rest(method, path, body, { token })).status;
const write = (made: Made) => status(made, '/tags', 'POST', { name: `t${Math.random()}` });
const changeRole = (of: SignedIn, role: string) =>
  api.rest('PATCH', `/members/${of.memberId}`, { role }, owner.options);

describe('a token reads no more than its maker: the audit log', () => {
  const LOG = '{ auditLog(first: 1) { nodes { id } } }';

  test.each(['read', 'write'])(
    "is refused to an editor's token with ability %s, by every interface",
    async (ability) => {
      const made = await make(editor.options, { ability });
      const paths = [
        '/audit-log',
        '/audit-log?action=list.created',
        '/audit-log/export',
        '/audit-log/export?format=csv',
      ];
      for (const path of paths) expect([403, 404]).toContain(await status(made, path));
      expect(await status(made, '/audit-log')).toBe(403);
      const { body } = await api.graphql(LOG, {}, { token: made.token });
      expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
      await api.rest('POST', '/tags', { name: 'seen' }, owner.options);
      const [entry] = (await api.rest('GET', '/audit-log', undefined, owner.options)).body.data;
      const node = await api.graphql(
        'query ($id: ID!) { node(id: $id) { id } }',
        { id: entry.id },
        { token: made.token },
      );
      expect(node.body.data.node).toBeNull();
    },
  );

  test("is refused to a token made by an editor's token", async () => {
    const child = await make({ token: (await make(editor.options)).token });
    expect([await status(child, '/audit-log'), await status(child)]).toEqual([403, 200]);
    const grandchild = await make({ token: child.token });
    expect(await status(grandchild, '/audit-log')).toBe(403);
    const { body } = await api.rest('GET', `/tokens?created_by=${editor.memberId}`, undefined, owner.options);
    expect(body.data).toHaveLength(3);
  });

  test('is allowed for tokens of an owner and of the operator, and for tokens made by them', async () => {
    const mine = await make(owner.options, { ability: 'read' });
    const operators = { id: '', token: await createToken(api.db, api.teamId, { name: 'O', ability: 'write' }) };
    const made = await make({ token: operators.token });
    for (const one of [mine, operators, made]) expect(await status(one, '/audit-log')).toBe(200);
  });

  test('stays refused to tokens of a promoted editor, and becomes refused to tokens of a demoted owner', async () => {
    const before = await make(editor.options);
    await changeRole(editor, 'owner');
    expect(await status(before, '/audit-log')).toBe(403);
    const after = await make(editor.options);
    expect(await status(after, '/audit-log')).toBe(200);
    await changeRole(editor, 'editor');
    expect(await status(after, '/audit-log')).toBe(403);
  });
});

test('the token of an editor demoted to viewer can only read, and its live streams end', async () => {
  const address = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const made = await make(editor.options);
  const narrowed = await make(editor.options, { scopes: ['events:write'] });
  const headers = {
    authorization: `Bearer ${made.token}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
  };
  const query = 'subscription { eventRecorded { name } }';
  const stream = fetch(`${address}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) }).then(
    (answer) => answer.text(),
  );
  await until(async () => (await api.db.team.findUniqueOrThrow({ where: { id: api.teamId } })).eventsWatchedUntil);
  await changeRole(editor, 'viewer');
  expect([await status(made), await write(made)]).toEqual([200, 403]);
  const event = { name: 'x', email: 'a@people.test' };
  expect(await status(narrowed, '/events', 'POST', event)).toBe(403);
  expect(await stream).not.toContain('"data"');
});

describe('the tokens of a removed member', () => {
  const remove = (query = '') => api.rest('DELETE', `/members/${editor.memberId}${query}`, undefined, owner.options);
  const logged = async () =>
    (await api.rest('GET', '/audit-log?object_type=token', undefined, owner.options)).body.data.map(
      ({ action, object, actor }: { action: string; object: { name: string }; actor: { id: string } }) => [
        action,
        object.name,
        actor.id,
      ],
    );

  test('are revoked with the tokens they made, and the audit log names each', async () => {
    const made = [await make(editor.options, { name: 'A' })];
    made.push(await make({ token: made[0]!.token }, { name: 'B', ability: 'read' }));
    const mine = await make(owner.options, { name: 'Mine' });
    const listed = await api.rest('GET', `/tokens?created_by=${editor.memberId}`, undefined, owner.options);
    expect(listed.body.data.map(({ name }: { name: string }) => name)).toEqual(['B', 'A']);
    expect((await remove()).status).toBe(204);
    for (const one of made) expect(await status(one)).toBe(401);
    expect(await status(mine)).toBe(200);
    const revoked = (await logged()).filter(([action]: string[]) => action === 'token.revoked');
    expect(revoked.sort()).toEqual([
      ['token.revoked', 'A', owner.memberId],
      ['token.revoked', 'B', owner.memberId],
    ]);
  });

  test('are visibly handed over on request, without more rights', async () => {
    const made = await make(editor.options, { name: 'A' });
    expect((await remove('?tokens=hand_over')).status).toBe(204);
    expect([await write(made), await status(made, '/audit-log')]).toEqual([201, 403]);
    const [token] = (await api.rest('GET', '/tokens?per_page=1', undefined, owner.options)).body.data;
    expect(token).toMatchObject({ id: made.id, created_by: owner.memberId });
    expect((await logged())[0]).toEqual(['token.handed_over', 'A', owner.memberId]);
  });

  test('are revoked and handed over by GraphQL too', async () => {
    const made = await make(editor.options);
    const REMOVE = 'mutation ($id: ID!) { removeMember(input: { id: $id, tokens: HAND_OVER }) { deletedId } }';
    await api.graphql(REMOVE, { id: editor.memberId }, owner.options);
    expect(await status(made)).toBe(200);
    const other = await signIn(api, 'editor', 'other@staff.test');
    const theirs = await make(other.options);
    await api.graphql(
      'mutation ($id: ID!) { removeMember(input: { id: $id }) { deletedId } }',
      { id: other.memberId },
      owner.options,
    );
    expect(await status(theirs)).toBe(401);
  });

  test('are kept when the removal is refused', async () => {
    const made = await make(editor.options);
    const mine = await make(owner.options);
    const bad = await remove('?tokens=keep');
    expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['tokens']]);
    await changeRole(editor, 'owner');
    const self = await api.rest('DELETE', `/members/${owner.memberId}?tokens=hand_over`, undefined, owner.options);
    expect([self.status, Object.keys(self.body.errors)]).toEqual([422, ['tokens']]);
    await changeRole(editor, 'editor');
    expect((await api.rest('DELETE', `/members/${owner.memberId}`, undefined, owner.options)).status).toBe(409);
    expect([await status(made), await status(mine)]).toEqual([200, 200]);
  });

  test('have no access after the membership ends in another way', async () => {
    const made = await make(editor.options);
    await api.db.member.delete({ where: { teamId_id: { teamId: api.teamId, id: editor.memberId } } });
    api.installation.access.forget(api.teamId);
    expect(await status(made)).toBe(401);
  });
});

test("tokens of another team's member are not listed, and an invalid id is refused", async () => {
  const other = await openTeam(testApp);
  const theirs = await signIn(other, 'owner');
  await other.rest('POST', '/tokens', { name: 'Theirs', ability: 'read' }, theirs.options);
  const list = (id: string) => api.rest('GET', `/tokens?created_by=${id}`, undefined, owner.options);
  expect((await list(theirs.memberId)).body.data).toEqual([]);
  const bad = await list('nobody');
  expect([bad.status, Object.keys(bad.body.errors)]).toEqual([422, ['created_by']]);
});
