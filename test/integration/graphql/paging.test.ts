import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';

const COUNT = 23;
const PAGE =
  '{ totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id } edges { cursor node { id } } }';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  await subscribe(api, list, rowsOf(COUNT));
  for (let number = 1; number < COUNT; number += 1) await makeList(api);
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 9))).toISOString();
  const events = rowsOf(COUNT).map((_, index) => ({ email: 'ann@people.test', name: 'visit', occurred_at: at(index) }));
  await api.rest('POST', '/events', { events });
  await api.rest('POST', '/templates', { name: 'T', editor: 'html', content: 'x' });
  for (let number = 0; number < COUNT; number += 1) {
    await api.rest('POST', '/transactional-mails', { template: 'T', from: 's@shop.test', to: ['ann@people.test'] });
  }
});
afterAll(() => api.close());

interface Connection {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
  nodes: { id: string }[];
  edges: { cursor: string; node: { id: string } }[];
}

// `events` has several rows with the same time.
describe.each([
  ['lists', () => ''],
  ['subscribers', () => `listId: "${list}", `],
  ['events', () => 'email: "ANN@people.test", '],
  ['transactionalMails', () => ''],
])('%s', (field, filter) => {
  const page = async (args: string): Promise<Connection> =>
    (await ask(api, `{ ${field}(${filter()}${args}) ${PAGE} }`))[field];
  const idsOf = ({ nodes }: Connection) => nodes.map(({ id }) => id);

  test('are walked forwards, each row once', async () => {
    const all = idsOf(await page('first: 100'));
    expect(new Set(all).size).toBe(COUNT);
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const part = await page(`first: 5${after}`);
      expect(part.totalCount).toBe(COUNT);
      expect(part.pageInfo.hasPreviousPage).toBe(after !== '');
      expect(part.pageInfo).toMatchObject({ startCursor: part.edges[0]?.cursor, endCursor: part.edges.at(-1)?.cursor });
      seen.push(...idsOf(part));
      if (!part.pageInfo.hasNextPage) break;
      after = `, after: "${part.pageInfo.endCursor}"`;
    }
    expect(seen).toEqual(all);
  });

  test('are walked backwards, each row once', async () => {
    const all = idsOf(await page('first: 100'));
    const seen: string[] = [];
    for (let before = ''; ; ) {
      const part = await page(`last: 5${before}`);
      expect(part.pageInfo.hasNextPage).toBe(before !== '');
      seen.unshift(...idsOf(part));
      if (!part.pageInfo.hasPreviousPage) break;
      before = `, before: "${part.pageInfo.startCursor}"`;
    }
    expect(seen).toEqual(all);
  });

  test('can be skipped by offset, beyond the end too', async () => {
    const all = idsOf(await page('first: 100'));
    expect(idsOf(await page('first: 4, offset: 7'))).toEqual(all.slice(7, 11));
    const past = await page('first: 4, offset: 23');
    expect(past).toMatchObject({ totalCount: COUNT, nodes: [], pageInfo: { startCursor: null, endCursor: null } });
  });

  test.each([
    ['first: 0', 'first'],
    ['first: -1', 'first'],
    ['first: 201', 'first'],
    ['last: 0', 'last'],
    ['offset: -1', 'offset'],
    ['first: 1, last: 1', 'last'],
    ['after: "x"', 'after'],
    ['after: ""', 'after'],
    ['last: 1, before: "%%%"', 'before'],
    ['after: "AAAAAAAAAAAAAAAA"', 'after'],
  ])('refuse %s', async (args, path) => {
    const { extensions } = await fail(api, `{ ${field}(${filter()}${args}) ${PAGE} }`);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: [path] }] });
  });
});

test('events come most recent first, as in REST', async () => {
  const { events } = await ask(api, '{ events(email: "ann@people.test", first: 50) { nodes { id occurredAt } } }');
  const times = events.nodes.map(({ occurredAt }: { occurredAt: string }) => occurredAt);
  expect(times).toEqual(times.toSorted().toReversed());
  const { body } = await api.rest('GET', '/events?email=ann@people.test');
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(events.nodes.map(({ id }: { id: string }) => id));
});

test('the total is counted on request only', async () => {
  const counted = await api.statements(() => ask(api, '{ lists { totalCount nodes { id } } }'));
  const plain = await api.statements(() => ask(api, '{ lists { nodes { id } } }'));
  expect([counted.length, plain.length]).toEqual([2, 1]);
});

test('a cursor of another team reveals nothing of it', async () => {
  const { lists } = await ask(api, '{ lists(first: 1) { pageInfo { endCursor } } }');
  const query = `{ lists(after: "${lists.pageInfo.endCursor}") { totalCount nodes { id } } }`;
  expect(await ask(api, query, {}, { token: api.otherToken })).toEqual({ lists: { totalCount: 0, nodes: [] } });
});
