import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { ask, fail } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  const events = Array.from({ length: 6 }, (_, index) => ({
    ...{ email: index % 2 ? 'ann@people.test' : 'bob@people.test', name: index < 4 ? 'visit' : 'cart.filled' },
    ...{ occurred_at: `2026-0${6 - index}-01T00:00:00Z`, reference: `e${index}`, properties: { index } },
  }));
  for (const event of events) expect((await api.rest('POST', '/events', event)).status).toBe(201);
});
afterAll(() => api.close());

const references = async (query = '', token = api.token): Promise<string[]> =>
  (await api.rest('GET', `/events/recorded?${query}`, undefined, { token })).body.data.map(
    ({ reference }: { reference: string }) => reference,
  );

test('events of all people are listed as recorded, newest first', async () => {
  expect(await references()).toEqual(['e5', 'e4', 'e3', 'e2', 'e1', 'e0']);
  const { body } = await api.rest('GET', '/events/recorded?per_page=1');
  expect(body.data[0]).toMatchObject({ email: 'ann@people.test', name: 'cart.filled', properties: { index: 5 } });
  expect(body.meta.total).toBe(6);
});

test('events of a name or a person are ordered by time of occurrence', async () => {
  expect(await references('name=visit')).toEqual(['e0', 'e1', 'e2', 'e3']);
  expect(await references('email=ANN@people.test')).toEqual(['e1', 'e3', 'e5']);
  expect(await references('email=ann@people.test&name=cart.filled')).toEqual(['e5']);
});

test('a period is that of recording', async () => {
  const before = new Date(Date.now() - 60_000).toISOString();
  const after = new Date(Date.now() + 60_000).toISOString();
  expect(await references(`since=${before}&until=${after}&name=visit`)).toHaveLength(4);
  expect(await references(`until=${before}`)).toEqual([]);
  expect(await references(`since=${after}`)).toEqual([]);
});

test.each(['', 'name: "visit", '])('pages go forwards and backwards with {%s}', async (filter) => {
  const page = `query ($first: Int, $after: String, $last: Int, $before: String) {
    events(${filter}first: $first, after: $after, last: $last, before: $before) {
      nodes { reference } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
  const { events: one } = await ask(api, page, { first: 2 });
  const { events: two } = await ask(api, page, { first: 2, after: one.pageInfo.endCursor });
  const { events: back } = await ask(api, page, { last: 2, before: two.pageInfo.startCursor });
  expect(back.nodes).toEqual(one.nodes);
  expect([one.pageInfo.hasNextPage, two.pageInfo.hasPreviousPage, back.pageInfo.hasPreviousPage]).toEqual([
    ...[true, true, false],
  ]);
  expect([...one.nodes, ...two.nodes].map(({ reference }) => reference)).toEqual(
    (await references(filter && 'name=visit')).slice(0, 4),
  );
});

test('bad filters are refused by name, and another team sees no events', async () => {
  const { body } = await api.rest('GET', '/events/recorded?email=x');
  expect(Object.keys(body.errors)).toEqual(['email']);
  const reversed = 'since: "2026-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z"';
  const { extensions } = await fail(api, `{ events(${reversed}) { nodes { id } } }`);
  expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['until'] }] });
  expect(await references('', api.otherToken)).toEqual([]);
});

test('events of an erased person are gone', async () => {
  await api.rest('POST', '/events', { email: 'eve@people.test', name: 'visit', reference: 'eve' });
  expect(await references()).toContain('eve');
  await api.rest('POST', '/people/erase', { email: 'eve@people.test' });
  expect(await references()).not.toContain('eve');
});
