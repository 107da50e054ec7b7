import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { acceptInvitation, makeInvitationLink } from '../../../src/domain/members/invitation-links.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { TEMPLATE } from '../../support/campaigns.ts';
import { signIn } from '../../support/members.ts';
import { receivedAllNotices } from '../../support/received-notices.ts';
import { openSecondProcess } from '../../support/second-process.ts';
import { type Followed, follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

interface Seen {
  kind: string;
  id: string;
  node: { name?: string; label?: string } | null;
}

/** Changed in one process, followed in another: both on one database. */
let api: TestApp;
let secondProcess: Awaited<ReturnType<typeof openSecondProcess>>;
let url: string;
const streams: Followed<Seen>[] = [];
beforeAll(async () => {
  api = await openTestApp();
  secondProcess = await openSecondProcess(api);
  url = `${await secondProcess.app.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});
afterAll(async () => {
  await secondProcess.close();
  await api.close();
});
afterEach(() => Promise.all(streams.splice(0).map((stream) => stream.stop())));

const QUERY = `subscription ($kinds: [ObjectChangeKind!]) { objectChanged(kinds: $kinds) { kind id: objectId node {
  ... on List { name } ... on Segment { name } ... on Template { name } ... on Tag { name } ... on ContactField { label } } } }`;

async function followed(kinds?: string[], token = api.readToken): Promise<Followed<Seen>> {
  const stream = await follow<Seen>(url, token, QUERY, { kinds });
  streams.push(stream);
  return stream;
}

/** The id of the created object; a contact field has none in REST. */
const made = async (path: string, input: object): Promise<string | undefined> => {
  const { status, body } = await api.rest('POST', path, input);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id;
};

const VIP = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };

/** Creates, updates and deletes one object of each type, by collection path. */
const KINDS = {
  LIST: async () => ({ path: '/lists', input: { name: 'A', from_email: 'a@x.test' }, change: { name: 'B' } }),
  SEGMENT: async () => ({
    path: `/lists/${await makeList(api)}/segments`,
    of: '/segments',
    input: { name: 'A', conditions: VIP },
    change: { name: 'B' },
  }),
  TEMPLATE: async () => ({ path: '/templates', input: { ...TEMPLATE, name: 'A' }, change: { name: 'B' } }),
  CONTACT_FIELD: async () => ({
    path: '/fields',
    input: { key: 'shoe_size', label: 'A', type: 'number' },
    change: { label: 'B' },
    at: 'shoe_size',
  }),
  TAG: async () => ({ path: '/tags', input: { name: 'A' }, change: { name: 'B' } }),
} as const satisfies Record<string, () => Promise<object>>;

test.each(Object.entries(KINDS))('%s: creations, updates and deletions arrive in every process', async (kind, of) => {
  const given: { path: string; input: object; change: object; of?: string; at?: string } = await of();
  const { seen } = await followed([kind]);
  const id = await made(given.path, given.input);
  const at = `${given.of ?? given.path}/${given.at ?? id}`;
  const named = (name: string) => until(() => seen.some(({ node }) => (node?.name ?? node?.label) === name));
  await named('A');
  expect((await api.rest(kind === 'CONTACT_FIELD' || kind === 'TAG' ? 'PATCH' : 'PUT', at, given.change)).status).toBe(
    200,
  );
  await named('B');
  expect((await api.rest('DELETE', at)).status).toBeLessThan(300);
  await until(() => seen.some(({ node }) => node === null));
  expect(new Set(seen.map((one) => `${one.kind} ${one.id}`))).toEqual(new Set([`${kind} ${id ?? seen[0]?.id}`]));
});

test('invitations, and the members who join, change their role and leave, arrive in every process', async () => {
  const { options } = await signIn(api, 'owner');
  const { seen } = await followed(['MEMBER', 'INVITATION']);
  const invited = await api.rest('POST', '/invitations', { email: 'new@staff.test', role: 'editor' }, options);
  const invitation = invited.body.data.id;
  await until(() => seen.some(({ kind, id }) => kind === 'INVITATION' && id === invitation));
  const link = await makeInvitationLink(api.db, api.teamId, invitation);
  const joined = await acceptInvitation(api.db, link!.secret, { name: null });
  const { memberId: member } = joined!;
  const of = () => seen.filter(({ kind, id }) => kind === 'MEMBER' && id === member).length;
  await until(() => of() === 1);
  await until(() => seen.filter(({ id }) => id === invitation).length === 2);
  await api.rest('PATCH', `/members/${member}`, { role: 'viewer' }, options);
  await until(() => of() === 2);
  await api.rest('DELETE', `/members/${member}`, undefined, options);
  await until(() => of() === 3);
  const other = await api.rest('POST', '/invitations', { email: 'late@staff.test', role: 'viewer' }, options);
  const ofOther = () => seen.filter(({ id }) => id === other.body.data.id).length;
  await until(() => ofOther() === 1);
  await api.rest('DELETE', `/invitations/${other.body.data.id}`, undefined, options);
  await until(() => ofOther() === 2);
});

test('new tags and contact fields of subscribers are sent too', async () => {
  const list = await makeList(api);
  const { seen } = await followed(['TAG', 'CONTACT_FIELD']);
  await subscribe(api, list, [{ email: 'ann@x.test', tags: ['brought', 'along'], attributes: { brought_along: 'x' } }]);
  await until(() => seen.length === 3);
  expect(seen.map(({ node }) => node?.name ?? node?.label).sort()).toEqual(['Brought along', 'along', 'brought']);
  await subscribe(api, list, [{ email: 'bob@x.test', tags: ['along'], attributes: { brought_along: 'y' } }]);
  await made('/tags', { name: 'last' });
  await until(() => seen.length === 4);
  expect(seen[3]?.node?.name, 'existing lists are not announced').toBe('last');
});

test('without kinds all changes are sent, in order; other kinds and other teams are left out', async () => {
  const [all, tags, theirs] = [await followed(), await followed(['TAG']), await followed(undefined, api.otherToken)];
  await made('/templates', { ...TEMPLATE, name: 'Ours' });
  await made('/tags', { name: 'ours' });
  await until(() => all.seen.length === 2 && tags.seen.length === 1);
  await api.rest('POST', '/tags', { name: 'theirs' }, { token: api.otherToken });
  await until(() => theirs.seen.length === 1);
  await receivedAllNotices(api);
  expect(all.seen.map(({ kind }) => kind)).toEqual(['TEMPLATE', 'TAG']);
  expect(theirs.seen.map(({ node }) => node?.name)).toEqual(['theirs']);
  expect(tags.seen.map(({ node }) => node?.name)).toEqual(['ours']);
});

test('refused changes are not sent', async () => {
  const { seen } = await followed();
  await made('/tags', { name: 'once' });
  expect((await api.rest('POST', '/tags', { name: 'ONCE' })).status).toBe(422);
  expect((await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Ours' })).status).toBe(422);
  await made('/tags', { name: 'twice' });
  await until(() => seen.some(({ node }) => node?.name === 'twice'));
  expect(seen.map(({ node }) => node?.name)).toEqual(['once', 'twice']);
});

test('a stream ends with its access and an error', async () => {
  const { id, token } = (await api.rest('POST', '/tokens', { name: 'Short', ability: 'read' })).body.data;
  const stream = await followed(undefined, token);
  expect((await api.rest('DELETE', `/tokens/${id}`)).status).toBeLessThan(300);
  await until(() => stream.errors.length > 0);
  expect(JSON.stringify(stream.errors)).toContain('UNAUTHENTICATED');
});

test('a possible loss of notices ends the stream with an error', async () => {
  const stream = await followed();
  // The connection for notices holds the lock of its process.
  await api.db.$executeRaw`select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock'`;
  await until(() => stream.errors.length > 0);
  expect(JSON.stringify(stream.errors)).toContain('INTERNAL');
});
