import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe, subscribeMany } from '../../support/audience.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const news = await makeList(api, { name: 'News' });
  const shop = await makeList(api, { name: 'Shop' });
  const zoe = { email: 'zoe@people.test', first_name: 'Zoë', last_name: 'Quist' };
  for (const list of [news, shop]) await subscribe(api, list, [zoe]);
  await subscribe(api, shop, [{ email: 'quistorp@people.test' }]);
  await subscribeMany(api, news, rowsOf(60, 'many'));
});
afterAll(() => api.close());

const found = async (query: string, by = api): Promise<string[]> =>
  (await by.rest('GET', `/people/search?${query}`)).body.data.map(({ email }: { email: string }) => email);

test('people are found once across all lists by words of their address or names', async () => {
  expect(await found('search=QUIST')).toEqual(['quistorp@people.test', 'zoe@people.test']);
  expect(await found('search=quist zo')).toEqual(['zoe@people.test']);
  expect(await found('search=zoe@people.test')).toEqual(['zoe@people.test']);
  expect(await found('search=100%25')).toEqual([]);
  const { body } = await api.graphql(
    '{ searchPeople(query: "quist", first: 1) { email subscriptions { totalCount } } }',
  );
  expect(body.data.searchPeople).toEqual([{ email: 'quistorp@people.test', subscriptions: { totalCount: 1 } }]);
});

test('the best matches come first: the address itself, then addresses that begin with the words', async () => {
  const list = await makeList(api, { name: 'Best' });
  const people = ['a.max@people.test', 'max@people.test', 'max@people.test.example'].map((email) => ({ email }));
  await subscribe(api, list, [...people, { email: 'b@people.test', first_name: 'Max' }]);
  expect(await found('search=Max@people.test')).toEqual([
    'max@people.test',
    'max@people.test.example',
    'a.max@people.test',
  ]);
  expect(await found('search=max')).toEqual([
    'max@people.test',
    'max@people.test.example',
    'a.max@people.test',
    'b@people.test',
  ]);
});

test('a search respects its limit and needs at least three letters', async () => {
  expect(await found('search=many')).toHaveLength(10);
  expect(await found('search=many&limit=50')).toHaveLength(50);
  expect(await found('search=ma pe')).toEqual([]);
  const { status, body } = await api.rest('GET', '/people/search?search=many&limit=51');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['limit']]);
});

test("another team's people are not found", async () => {
  expect(await found('search=quist', await openTeam(api))).toEqual([]);
});

test('lists, segments and automations are found by words of their names', async () => {
  const [{ id: list }] = (await api.rest('GET', '/lists?search=HOP')).body.data;
  const names = async (path: string) =>
    (await api.rest('GET', path)).body.data.map(({ name }: { name: string }) => name);
  expect(await names('/lists?search=hop')).toEqual(['Shop']);
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
  for (const name of ['Loyal people', 'New people'])
    await api.rest('POST', `/lists/${list}/segments`, { name, conditions });
  expect(await names('/segments?search=people new')).toEqual(['New people']);
  expect(await names('/segments')).toEqual(['New people', 'Loyal people']);
  expect(await names(`/lists/${list}/segments?search=loyal`)).toEqual(['Loyal people']);
  for (const name of ['Welcome', 'Cart'])
    await api.rest('POST', '/automations', { name, trigger: { type: 'api' }, steps: [{ type: 'wait', for: 'P1D' }] });
  expect(await names('/automations?search=welc')).toEqual(['Welcome']);
  const query = `{ lists(search: "ews") { nodes { name } } segments(search: "loy") { nodes { name } }
    automations(search: "art") { nodes { name } } }`;
  expect((await api.graphql(query)).body.data).toEqual({
    lists: { nodes: [{ name: 'News' }] },
    segments: { nodes: [{ name: 'Loyal people' }] },
    automations: { nodes: [{ name: 'Cart' }] },
  });
});
