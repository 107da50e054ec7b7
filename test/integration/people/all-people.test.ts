import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const news = await makeList(api, { name: 'News' });
  const shop = await makeList(api, { name: 'Shop' });
  await api.rest('POST', '/fields', { key: 'city', type: 'text' });
  await subscribe(api, news, [{ email: 'ada@all.test', first_name: 'Ada', tags: ['vip'] }]);
  await subscribe(api, news, [{ email: 'ben@all.test', first_name: 'Ben', status: 'unsubscribed' }]);
  await subscribe(api, shop, [{ email: 'ada@all.test', attributes: { city: 'Porto' } }]);
  await subscribe(api, shop, [{ email: 'cleo@all.test', attributes: { city: 'Porto' }, tags: ['vip'] }]);
  const event = await api.rest('POST', '/events', { email: 'dan@all.test', name: 'page.viewed' });
  expect(event.status).toBeLessThan(300);
  await ageOf('ada', '2026-01-01');
  await ageOf('ben', '2026-02-01');
  await ageOf('cleo', '2026-03-01');
});
afterAll(() => api.close());

const ageOf = (name: string, day: string) =>
  api.db.person.updateMany({ where: { email: `${name}@all.test` }, data: { createdAt: new Date(day) } });
const names = (rows: { email: string }[]) => rows.map(({ email }) => email.split('@')[0]);
const listed = async (query = '') => {
  const { status, body } = await api.rest('GET', `/people/all?${query}`);
  expect([status, body.meta.total]).toEqual([200, body.data.length]);
  return names(body.data);
};

test('all people are listed once, on a list or none, newest first, with their subscriptions', async () => {
  expect(await listed()).toEqual(['dan', 'cleo', 'ben', 'ada']);
  const { body } = await api.rest('GET', '/people/all?sort=email&per_page=1');
  expect(body.data[0]).toMatchObject({ email: 'ada@all.test', known_since: '2026-01-01T00:00:00.000Z' });
  expect(body.data[0].subscriptions.map(({ on }: { on: { name: string } }) => on.name).sort()).toEqual([
    'News',
    'Shop',
  ]);
  expect(body.meta.total).toBe(4);
});

test.each([
  ['sort=email', ['ada', 'ben', 'cleo', 'dan']],
  ['sort=-email', ['dan', 'cleo', 'ben', 'ada']],
  ['sort=created_at', ['ada', 'ben', 'cleo', 'dan']],
  ['tag=vip', ['cleo', 'ada']],
  ['status=unsubscribed', ['ben']],
  ['search=all.test ad', ['ada']],
  ['field=city&field_value=porto', ['cleo', 'ada']],
  ['source=other', ['cleo', 'ben', 'ada']],
  ['created_since=2026-02-01T00:00:00Z&created_until=2026-03-01T00:00:00Z', ['ben']],
])('%s selects %j', async (query, expected) => {
  expect(await listed(query)).toEqual(expected);
});

test('filters must hold for one subscription of the person', async () => {
  expect(await listed('tag=vip&field=city')).toEqual(['cleo']);
});

test('pages lead through all people in both directions', async () => {
  const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
    people(first: $first, after: $after, last: $last, before: $before, orderBy: { field: EMAIL, direction: ASC }) {
      nodes { email } pageInfo { startCursor endCursor hasNextPage } } }`;
  const { people: first } = await ask(api, query, { first: 3 });
  const { people: second } = await ask(api, query, { first: 3, after: first.pageInfo.endCursor });
  const { people: back } = await ask(api, query, { last: 2, before: second.pageInfo.startCursor });
  expect([names(first.nodes), names(second.nodes), names(back.nodes)]).toEqual([
    ['ada', 'ben', 'cleo'],
    ['dan'],
    ['ben', 'cleo'],
  ]);
});

test("erased people and another team's people are not listed", async () => {
  const other = await openTeam(api);
  const list = await makeList(other);
  await subscribe(other, list, [{ email: 'eve@all.test' }]);
  expect(await listed('search=eve')).toEqual([]);
  const theirs = await other.rest('GET', '/people/all');
  expect(names(theirs.body.data)).toEqual(['eve']);
  await other.rest('POST', '/people/erase', { email: 'eve@all.test' });
  expect((await other.rest('GET', '/people/all')).body).toMatchObject({ data: [], meta: { total: 0 } });
});
