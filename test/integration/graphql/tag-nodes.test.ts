import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeForm } from '../../support/forms.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let news: string;
let shop: string;
beforeAll(async () => {
  api = await openTestApp();
  news = await makeList(api, { name: 'News' });
  shop = await makeList(api, { name: 'Shop' });
  await subscribe(api, news, [{ email: 'ada@tags.test', tags: ['vip', 'Beta'] }]);
  await subscribe(api, news, [{ email: 'ben@tags.test', tags: ['vip'] }]);
  await subscribe(api, shop, [{ email: 'ada@tags.test', tags: ['vip'] }]);
  await subscribe(api, shop, [{ email: 'cleo@tags.test' }]);
});
afterAll(() => api.close());

const nameOf = ({ email, list }: { email: string; list: { name: string } }) => `${email.split('@')[0]} ${list.name}`;
const tagOf = async (name: string, args = 'first: 10', team = api) => {
  const fields = `name subscribersCount subscribers(${args}) {
    totalCount pageInfo { endCursor hasNextPage } nodes { email list { name } } }`;
  const { tags } = await ask(team, `query ($search: String) { tags(search: $search) { nodes { ${fields} } } }`, {
    search: name,
  });
  return tags.nodes[0];
};

test('a subscriber has its tags as objects, by name, which are the same nodes as in the list of tags', async () => {
  const query = `query ($id: ID!) { list(id: $id) { subscribers(search: "ada") { nodes { tags tagNodes { id name subscribersCount } } } }
    tags { nodes { id name } } }`;
  const { list, tags } = await ask(api, query, { id: news });
  const [{ tags: names, tagNodes }] = list.subscribers.nodes;
  expect(names).toEqual(['Beta', 'vip']);
  expect(tagNodes).toMatchObject([
    { name: 'Beta', subscribersCount: 1 },
    { name: 'vip', subscribersCount: 3 },
  ]);
  const idOf = new Map(tags.nodes.map(({ id, name }: Record<'id' | 'name', string>) => [name, id]));
  for (const { id, name } of tagNodes) expect(id).toBe(idOf.get(name));
  const { node } = await ask(api, `query ($id: ID!) { node(id: $id) { ... on Tag { name } } }`, { id: tagNodes[0].id });
  expect(node).toEqual({ name: 'Beta' });
});

test('a tag lists its subscribers on all lists, newest first, in pages', async () => {
  const all = await tagOf('vip');
  expect(all.subscribers.nodes.map(nameOf)).toEqual(['ada Shop', 'ben News', 'ada News']);
  expect([all.subscribers.totalCount, all.subscribersCount]).toEqual([3, 3]);
  const first = (await tagOf('vip', 'first: 2')).subscribers;
  expect([first.nodes.length, first.pageInfo.hasNextPage, first.totalCount]).toEqual([2, true, 3]);
  const rest = (await tagOf('vip', `first: 2, after: "${first.pageInfo.endCursor}"`)).subscribers;
  expect([rest.nodes.map(nameOf), rest.pageInfo.hasNextPage]).toEqual([['ada News'], false]);
});

test('several tags list their own subscribers', async () => {
  const { tags } = await ask(
    api,
    '{ tags(orderBy: {field: NAME, direction: ASC}) { nodes { name subscribers(first: 1) { totalCount nodes { email list { name } } } } } }',
  );
  const shown = tags.nodes.map(
    ({ name, subscribers }: { name: string; subscribers: { totalCount: number; nodes: [] } }) => [
      name,
      subscribers.totalCount,
      subscribers.nodes.map(nameOf),
    ],
  );
  expect(shown).toEqual([
    ['Beta', 1, ['ada News']],
    ['vip', 3, ['ada Shop']],
  ]);
});

test('a form has the tags of new sign-ups as objects', async () => {
  const { id } = await makeForm(api, news, { tags: ['vip', 'form'] });
  const { form } = await ask(api, 'query ($id: ID!) { form(id: $id) { tags tagNodes { name } } }', { id });
  expect(form).toEqual({ tags: ['form', 'vip'], tagNodes: [{ name: 'form' }, { name: 'vip' }] });
});

test("a deleted tag and another team's subscribers are not shown", async () => {
  const other = await openTeam(api);
  const list = await makeList(other);
  await subscribe(other, list, [{ email: 'eve@tags.test', tags: ['vip', 'gone'] }]);
  expect((await tagOf('vip', 'first: 10', other)).subscribers.nodes.map(nameOf)).toEqual([
    expect.stringMatching(/^eve/),
  ]);
  const { tags } = await ask(other, '{ tags(search: "gone") { nodes { id } } }');
  await other.rest('DELETE', `/tags/${tags.nodes[0].id}`);
  const { people } = await ask(other, '{ people { nodes { subscriptions { nodes { tagNodes { name } } } } } }');
  expect(people.nodes[0].subscriptions.nodes).toEqual([{ tagNodes: [{ name: 'vip' }] }]);
});

test('tags and their subscribers take as many statements for thirty as for three', async () => {
  const team = await openTeam(api);
  const list = await makeList(team);
  for (let n = 0; n < 30; n++)
    await subscribe(team, list, [{ email: `p${n}@tags.test`, tags: ['all', `tag ${n}`, `other ${n}`] }]);
  const ofSubscribers = `query ($first: Int!, $list: ID!) { subscribers(listId: $list, first: $first) { nodes {
    email tagNodes { name subscribersCount } } } }`;
  const ofTags = `query ($first: Int!) { tags(first: $first) { nodes {
    name subscribers(first: 2) { totalCount nodes { email list { name } tagNodes { name } } } } } }`;
  for (const query of [ofSubscribers, ofTags]) {
    const count = async (first: number) => (await team.statements(() => ask(team, query, { first, list }))).length;
    expect(await count(30)).toBe(await count(3));
  }
});
