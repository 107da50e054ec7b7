import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';

let api: TestApp;
let list: string;
const IMPORT = '0190b3a0-0000-7000-8000-000000000001';
const OLD = new Date('2026-01-02T03:04:05Z');

beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  for (const [key, type] of [
    ['city', 'text'],
    ['score', 'number'],
    ['born', 'date'],
    ['vip', 'boolean'],
  ])
    await api.rest('POST', '/fields', { key, type });
  await subscribe(api, list, [
    { email: 'ada@filter.test', attributes: { city: 'Porto', score: 3.5, born: '1990-02-28', vip: true } },
    { email: 'ben@filter.test', attributes: { city: 'PORTO', score: 4 } },
    { email: 'cleo@filter.test', attributes: { city: 'Berlin', vip: false } },
    { email: 'dan@filter.test' },
  ]);
  const of = (name: string) => ({ listId: list, email: `${name}@filter.test` });
  await api.db.subscriber.updateMany({ where: of('ada'), data: { importId: IMPORT } });
  await api.db.subscriber.updateMany({ where: of('ben'), data: { createdAt: OLD } });
  const { id, teamId, personKey } = await api.db.subscriber.findFirstOrThrow({ where: of('cleo') });
  const signUp = { teamId, personKey, formId: IMPORT, subscriberId: id, addressFamily: 4, takenAt: OLD };
  await api.db.signUp.create({ data: { ...signUp, id: IMPORT, outcome: 'subscribed' } });
});
afterAll(() => api.close());

const path = (query: string) => `/lists/${list}/subscribers?sort=email&${query}`;
const names = (rows: { email: string }[]) => rows.map(({ email }) => email.split('@')[0]);

test.each([
  ['field=city&field_value=porto', ['ada', 'ben']],
  ['field=city&field_value=port', []],
  ['field=score&field_value=3.5', ['ada']],
  ['field=born&field_value=1990-02-28', ['ada']],
  ['field=vip&field_value=true', ['ada']],
  ['field=vip&field_value=false', ['cleo']],
  ['field=vip', ['ada', 'cleo']],
  [`import=${IMPORT}`, ['ada']],
  [`import=${UNKNOWN_ID}`, []],
  ['source=import', ['ada']],
  ['source=form', ['cleo']],
  ['source=other', ['ben', 'dan']],
  [`created_until=${OLD.toISOString()}`, []],
  ['created_until=2026-01-03T00:00:00Z', ['ben']],
  ['created_since=2026-01-03T00:00:00Z', ['ada', 'cleo', 'dan']],
  ['created_since=2026-01-03T00:00:00Z&field=city', ['ada', 'cleo']],
  ['source=other&field=city&field_value=porto&search=ben', ['ben']],
])('%s selects %j, and counts them', async (query, expected) => {
  const { status, body } = await api.rest('GET', path(query));
  expect([status, names(body.data), body.meta.total]).toEqual([200, expected, expected.length]);
});

test('GraphQL filters alike, page by page', async () => {
  const query = `query ($list: ID!, $after: String) {
    subscribers(listId: $list, filter: { field: "city", source: OTHER, createdUntil: "2026-06-01T00:00:00Z" }, first: 1, after: $after) {
      nodes { email } totalCount pageInfo { hasNextPage endCursor } } }`;
  const { subscribers } = await ask(api, query, { list });
  expect(subscribers).toMatchObject({ nodes: [{ email: 'ben@filter.test' }], totalCount: 1 });
  const next = await ask(api, query, { list, after: subscribers.pageInfo.endCursor });
  expect(next.subscribers.nodes).toEqual([]);
});

test.each([
  ['field=town', 'field'],
  ['field_value=porto', 'field'],
  ['field=score&field_value=many', 'field_value'],
  ['field=born&field_value=yesterday', 'field_value'],
  ['field=vip&field_value=yes', 'field_value'],
  ['import=mine', 'import'],
  ['source=letter', 'source'],
  ['created_since=yesterday', 'created_since'],
])('%s is refused by name', async (query, name) => {
  const { status, body } = await api.rest('GET', path(query));
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
});

test("another team's fields and people stay apart", async () => {
  const other = await openTeam(api);
  const theirs = await makeList(other);
  const { status, body } = await other.rest('GET', `/lists/${theirs}/subscribers?field=city`);
  expect([status, Object.keys(body.errors)]).toEqual([422, ['field']]);
});
