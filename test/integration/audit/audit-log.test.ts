import { execute, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeOldAuditEntries } from '../../../src/domain/audit/audit-entries.ts';
import type { MemberAccess } from '../../../src/domain/platform/access.ts';
import { newId } from '../../../src/ids.ts';
import { createContext } from '../../../src/schema/context.ts';
import { schema } from '../../../src/schema/index.ts';
import type { Role } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { createTrigger } from '../../support/machines.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { statement } from '../../support/statement.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp({ trustedProxies: ['127.0.0.1'] }, { simulatedClock: true });
  list = await makeList(api);
});
afterAll(() => api.close());

/** Returns the newest entries that match the filters. */
const entries = async (query = '') => (await api.rest('GET', `/audit-log?${query}`)).body.data;
const total = async () => (await api.rest('GET', '/audit-log')).body.meta.total;

/** An operation by a member of the team with this role. */
async function asMember(query: string, variables: object = {}, role: Role = 'editor', memberId = newId()) {
  const ability = role === 'viewer' ? ('read' as const) : ('write' as const);
  const access: MemberAccess = {
    ...{ kind: 'member', memberId, role, ability, sessionId: newId(), ownTeamOnly: false },
    ...{ teamId: api.teamId, rateLimit: null, suspended: false },
  };
  const from = { via: 'graphql' as const, address: '2001:db8::7' };
  const contextValue = createContext(api.installation, access, { from });
  return execute({ schema, document: parse(query), variableValues: variables as never, contextValue });
}

describe('an entry', () => {
  test('records the actor, the action, its object, the changed fields, the interface and the origin', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.23' };
    await api.rest('PUT', `/lists/${list}`, { name: 'Letters', from_name: 'Ada' }, { headers });
    const [entry] = await entries();
    expect(entry).toEqual({
      ...{ id: expect.any(String), created_at: expect.any(String), finished: true, count: null },
      actor: { kind: 'token', id: expect.any(String), name: 'First token' },
      ...{ action: 'list.changed', object: { type: 'list', id: list, name: 'Letters' } },
      ...{ fields: ['fromName', 'name'], door: 'rest', address: '198.51.100.23' },
    });
    const FIELDS = 'id action fields interface address: ipAddress count finished createdAt';
    const query = `query ($id: ID!) { node(id: $id) { ... on AuditEntry { ${FIELDS} actor { kind id: actorId name } object { type id: objectId name } } } }`;
    const { created_at: createdAt, door, actor, object, ...same } = entry;
    const node = {
      ...same,
      createdAt,
      interface: 'REST',
      action: 'LIST_CHANGED',
      object: { ...object, type: 'LIST' },
      actor: { ...actor, kind: 'TOKEN' },
    };
    expect((await ask(api, query, { id: entry.id })).node).toEqual(node);
  });

  test('records GraphQL as the interface', async () => {
    await ask(api, 'mutation ($id: ID!) { updateList(input: { id: $id, name: "News" }) { list { id } } }', {
      id: list,
    });
    expect((await entries())[0]).toMatchObject({ door: 'graphql', address: '127.0.0.1', fields: ['name'] });
  });

  test('names no field with its default, which GraphQL fills in', async () => {
    const create = 'mutation ($input: CreateListInput!) { createList(input: $input) { list { id } } }';
    const sender = 'news@shop.example';
    await ask(api, create, { input: { name: 'Shoes', fromEmail: sender } });
    expect((await entries())[0]).toMatchObject({ action: 'list.created', fields: ['fromEmail', 'name'] });
    await ask(api, create, { input: { name: 'Boots', fromEmail: sender, locale: 'de', requiresConfirmation: false } });
    expect((await entries())[0]).toMatchObject({ action: 'list.created', fields: ['fromEmail', 'locale', 'name'] });
    await api.rest('POST', '/lists', { name: 'Hats', from_email: sender, locale: 'en', requires_confirmation: true });
    expect((await entries())[0]).toMatchObject({ door: 'rest', fields: ['fromEmail', 'name', 'requiresConfirmation'] });
  });

  test.each([
    ['a call that is refused', 'PUT', '/lists/:list', { name: '' }, 422],
    ['a call about nothing', 'DELETE', '/lists/0197a000-0000-7000-8000-000000000000', undefined, 404],
    ['a change with several transactions that is refused', 'PATCH', '/fields/nothing', { type: 'text' }, 404],
    ['a template that cannot be compiled', 'POST', '/templates', { name: 'T', editor: 'html', content: '{% if' }, 422],
  ])('is not made for %s', async (_, method, path, body, status) => {
    const before = await total();
    expect((await api.rest(method, path.replace(':list', list), body)).status).toBe(status);
    expect(await total()).toBe(before);
  });

  test('is not made for a read token, which may change nothing', async () => {
    const before = await total();
    const answer = await api.rest('PUT', `/lists/${list}`, { name: 'Mine' }, { token: api.readToken });
    expect(answer.status).toBe(403);
    expect(await total()).toBe(before);
  });

  test('is not made for a dry run, and is for the run', async () => {
    await api.rest('POST', '/suppressions', { email: 'no@people.test' });
    const before = await total();
    const lift = (dry: string) =>
      api.rest('DELETE', `/suppressions?reason=manual&since=2020-01-01T00:00:00Z&dry_run=${dry}`);
    expect((await lift('true')).body.data).toMatchObject({ dry_run: true, suppressions: 1 });
    expect(await total()).toBe(before);
    expect((await lift('false')).status).toBe(200);
    expect((await entries())[0]).toMatchObject({ action: 'suppression.lifted', count: 1 });
  });

  test('is made once for repeated calls with the same Idempotency-Key', async () => {
    const before = await total();
    const create = () => api.rest('POST', '/tags', { name: 'once' }, { headers: { 'idempotency-key': 'a tag, once' } });
    const [one, other] = [await create(), await create()];
    expect([one.status, other.headers['idempotent-replay']]).toEqual([201, 'true']);
    expect(await total()).toBe(before + 1);
  });

  test('commits together with the change that it records, or not at all', async () => {
    await statement(
      api.databaseUrl,
      `alter table audit_log add constraint refused check (action <> 'tag.created') not valid`,
    );
    const create = 'mutation { createTag(input: { name: "unrecorded" }) { tag { id } } }';
    expect((await fail(api, create)).extensions.code).toBe('INTERNAL');
    await statement(api.databaseUrl, 'alter table audit_log drop constraint refused');
    expect(await api.db.tag.count({ where: { name: 'unrecorded' } })).toBe(0);
  });

  test('of an action with several transactions is marked as unfinished until it is done', async () => {
    await createTrigger(
      api.databaseUrl,
      `create function unfinished() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
      `create trigger unfinished before update or delete on audit_log for each row execute function unfinished()`,
    );
    const { body } = await api.rest('POST', '/templates', { name: 'Begun', editor: 'html', content: 'Hello' });
    await createTrigger(api.databaseUrl, 'drop trigger unfinished on audit_log');
    expect(body.data.name).toBe('Begun');
    expect((await entries('action=template.created'))[0]).toMatchObject({ finished: false, object: { id: null } });
  });
});

describe('routine calls by programs', () => {
  const PERSON = { email: 'ann@people.test' };
  const mail = { from: 'shop@shop.test', to: [PERSON.email], subject: 'Hello', text: 'Hello' };
  test.each<[string, string, object]>([
    ['recording an event', '/events', { ...PERSON, name: 'visit' }],
    ['recording events', '/events', { events: [{ ...PERSON, name: 'visit' }] }],
    ['a conversion', '/conversions', { ...PERSON, value: 1, currency: 'EUR' }],
    ['subscribing one', '/lists/:list/subscribers', PERSON],
    ['subscribing some', '/lists/:list/subscribers/batch', { subscribers: [PERSON] }],
    ['a transactional mail', '/transactional-mails', mail],
  ])('costs no statement and is not recorded: %s', async (_, path, body) => {
    let status = 0;
    const sent = await api.statements(async () => {
      status = (await api.rest('POST', path.replace(':list', list), body)).status;
    });
    expect(status).toBeLessThan(300);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.filter((text) => text.includes('audit_log'))).toEqual([]);
  });

  test('is recorded for a member, with one entry per batch', async () => {
    const memberId = newId();
    const rows = ['ben', 'cleo', 'dora'].map((name) => ({ email: `${name}@people.test` }));
    const query = `mutation ($list: ID!, $rows: [SubscriberInput!]!, $one: CreateSubscriberInput!) {
      createSubscribers(input: { listId: $list, subscribers: $rows }) { results { email } }
      createSubscriber(input: $one) { subscriber { id } }
    }`;
    const result = await asMember(
      query,
      { list, rows, one: { listId: list, email: 'eve@people.test' } },
      'editor',
      memberId,
    );
    expect(result).not.toHaveProperty('errors');
    const [one, set, ...others] = await entries(`actor=${memberId}`);
    expect(others).toEqual([]);
    const actor = { kind: 'member', id: memberId };
    expect(set).toMatchObject({
      action: 'list.people_subscribed',
      object: { type: 'list', id: list },
      count: 3,
      actor,
    });
    expect(one).toMatchObject({ action: 'subscriber.subscribed', count: null, actor, address: '2001:db8::7' });
    expect(one.object).toEqual({ type: 'subscriber', id: expect.any(String), name: null });
  });
});

test('erasing a person removes their subscriptions from the entries, which stay', async () => {
  const email = 'fay@people.test';
  const [{ id }] = (await subscribe(api, list, [{ email }])).data;
  const memberId = newId();
  await asMember(
    'mutation ($id: ID!) { unsubscribeSubscriber(input: { id: $id }) { subscriber { id } } }',
    { id },
    'editor',
    memberId,
  );
  expect((await entries(`actor=${memberId}`))[0].object).toEqual({ type: 'subscriber', id, name: null });
  await api.rest('POST', '/people/erase', { email });
  expect((await entries(`actor=${memberId}`))[0].object).toEqual({ type: 'subscriber', id: null, name: null });
  const rows = await statement(api.databaseUrl, `select from audit_log a where a::text ~ '${id}|${email}'`);
  expect(rows).toEqual([]);
});

describe('the filters', () => {
  test('find entries by object, action, type, actor and time', async () => {
    const { id } = (await api.rest('POST', '/tags', { name: 'found' })).body.data;
    await api.rest('PATCH', `/tags/${id}`, { name: 'found again' });
    const actions = async (query: string) => (await entries(query)).map(({ action }: { action: string }) => action);
    expect(await actions(`object=${id.toUpperCase()}`)).toEqual(['tag.renamed', 'tag.created']);
    expect(await actions(`object=${id}&action=tag.renamed`)).toEqual(['tag.renamed']);
    expect(new Set(await actions('object_type=tag'))).toEqual(new Set(['tag.renamed', 'tag.created']));
    expect(await actions(`actor=${newId()}`)).toEqual([]);
    const [renamed, created] = await entries(`object=${id}`);
    expect(await actions(`object=${id}&since=${renamed.created_at}`)).toEqual(['tag.renamed']);
    expect(await actions(`object=${id}&until=${renamed.created_at}`)).toEqual(['tag.created']);
    expect(created.actor).toEqual(renamed.actor);
  });

  test.each([
    ['actor=me', 'actor'],
    ['action=campaign.eaten', 'action'],
    ['object=x', 'object'],
    ['object_type=cake', 'object_type'],
    ['since=yesterday', 'since'],
    ['until=2026-02-30T00:00:00Z', 'until'],
    ['since=2026-02-02T00:00:00Z&until=2026-02-01T00:00:00Z', 'until'],
    ['who=me', 'who'],
  ])('refuse %s and name it', async (query, field) => {
    const { status, body } = await api.rest('GET', `/audit-log?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('page by keyset', async () => {
    const page = async (args: string) =>
      (await ask(api, `{ auditLog(${args}) { nodes { id } pageInfo { endCursor hasNextPage } } }`)).auditLog;
    const all = (await page('first: 20')).nodes;
    const first = await page('first: 3');
    const next = await page(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect([...first.nodes, ...next.nodes]).toEqual(all.slice(0, 6));
  });
});

describe('the log is read', () => {
  const READ = '{ auditLog(first: 1) { totalCount } }';

  test('by read tokens and by owners, but not by other members', async () => {
    expect((await api.rest('GET', '/audit-log', undefined, { token: api.readToken })).status).toBe(200);
    expect(await asMember(READ, {}, 'owner')).not.toHaveProperty('errors');
    for (const role of ['editor', 'viewer'] as const) {
      const { errors } = await asMember(READ, {}, role);
      expect(errors?.[0]?.message).toBe(
        'Only owners of the team, and tokens created by an owner, can read the audit log.',
      );
      const [{ id }] = await entries();
      expect((await asMember('query ($id: ID!) { node(id: $id) { id } }', { id }, role)).data).toEqual({ node: null });
    }
  });

  test('as a file with every line, whose cells no spreadsheet runs', async () => {
    await api.rest('POST', '/tags', { name: '=1+1' });
    const headers = { authorization: `Bearer ${api.token}` };
    const { payload, headers: got } = await api.app.inject({ url: '/v1/audit-log/export?action=tag.created', headers });
    expect(got['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [head, newest] = payload.split('\r\n');
    expect(head).toBe(
      '\ufeffcreated_at,actor_kind,actor,actor_name,action,object_type,object,object_name,fields,count,door,address,finished,id',
    );
    expect(newest).toContain('First token,tag.created,tag,');
    expect(newest).toContain(",'=1+1,name,,rest,127.0.0.1,true,");
    const lines = await api.app.inject({ url: '/v1/audit-log/export?format=ndjson&action=tag.created', headers });
    expect(JSON.parse(lines.payload.split('\n')[0] as string)).toMatchObject({ object_name: '=1+1', fields: ['name'] });
    expect((await entries())[0]).toMatchObject({ action: 'audit_log.exported' });
  });
});

test('entries are kept for 180 days, and then removed in chunks', async () => {
  const before = await total();
  await statement(
    api.databaseUrl,
    `insert into audit_log (team_id, actor_kind, actor_id, action, door)
     select ${api.teamId}, 'token', gen_random_uuid(), 'tag.created', 'rest' from generate_series(1, 20001)`,
  );
  await clockOf(api).set(new Date(Date.now() + 179 * 86_400_000));
  expect(await removeOldAuditEntries(api.db, 180)).toBe(0);
  await clockOf(api).set(new Date(Date.now() + 181 * 86_400_000));
  await api.rest('POST', '/tags', { name: 'later' });
  expect(await removeOldAuditEntries(api.db, 180)).toBe(before + 20_001);
  expect((await entries()).map(({ action }: { action: string }) => action)).toEqual(['tag.created']);
});
