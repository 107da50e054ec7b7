import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { importCsv } from '../../support/csv.ts';
import { ask } from '../../support/graphql.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let worker: RunningJobs;
let news: string;
let shop: string;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
  worker = startJobs(api.installation);
});
afterAll(async () => {
  await worker.stop();
  await api.close();
});

const START =
  'mutation ($input: StartBulkUpdateInput!) { startBulkUpdate(input: $input) { total bulkUpdate { id total } } }';
const READ = `query ($id: ID!) { bulkUpdate(id: $id) { status each total processed changed failed failures { count } finishedAt } }`;
const start = async (input: object) => (await ask(api, START, { input: { each: 'PERSON', ...input } })).startBulkUpdate;
const read = async (id: string) => (await ask(api, READ, { id })).bulkUpdate;
const untilEnd = async (id: string) => {
  await until(async () => (await read(id)).finishedAt !== null);
  return read(id);
};
const run = async (input: object) => untilEnd((await start(input)).bulkUpdate.id);
const counted = async (people: object) => (await start({ change: { suppress: true }, people, dryRun: true })).total;

/** The number that the table of all lists shows. */
const shown = async ({ search, ...filter }: { search?: string } & Record<string, unknown> = {}) => {
  const query =
    'query ($search: String, $filter: PersonFilter) { people(search: $search, filter: $filter) { totalCount } }';
  return (await ask(api, query, { search, filter })).people.totalCount;
};

/** The subscriptions of a person by the name of the list. */
const subscriptions = async (name: string) => {
  const query =
    'query ($email: EmailAddress!) { person(email: $email) { subscriptions { nodes { list { name } status tags attributes } } } }';
  const { person } = await ask(api, query, { email: `${name}@many.test` });
  const nodes: { list: { name: string }; status: string; tags: string[]; attributes: object }[] =
    person.subscriptions.nodes;
  return Object.fromEntries(nodes.map(({ list, ...one }) => [list.name, one]));
};

/** Ann is on both lists, Ben on News, Cleo left Shop, and Dan is on none. */
beforeEach(async () => {
  await api.db.subscriber.deleteMany();
  await api.db.person.deleteMany();
  await api.db.suppression.deleteMany();
  news = await makeList(api, { name: 'News' });
  shop = await makeList(api, { name: 'Shop' });
  await subscribeMany(api, news, [
    { email: 'ann@many.test', first_name: 'Ann', tags: ['vip'], attributes: { city: 'Porto' } },
    { email: 'ben@many.test', first_name: 'Ben' },
  ]);
  await subscribeMany(api, shop, [
    { email: 'ann@many.test', first_name: 'Anna' },
    { email: 'cleo@many.test', status: 'unsubscribed', attributes: { city: 'Porto' } },
  ]);
  await api.rest('POST', '/events', { email: 'dan@many.test', name: 'page.viewed' });
});

describe('the table, a dry run and the finished job agree', () => {
  const agree = async (filter: Record<string, unknown>, expected: number) => {
    const people = Object.keys(filter).length > 0 ? { filter } : { everybody: true };
    expect(await shown(filter)).toBe(expected);
    expect(await counted(people)).toBe(expected);
    const { total, bulkUpdate } = await start({ change: { addTags: ['Seen'] }, people });
    expect([total, bulkUpdate.total]).toEqual([expected, expected]);
    expect(await untilEnd(bulkUpdate.id)).toMatchObject({ status: 'COMPLETED', each: 'PERSON', processed: expected });
  };

  test('for everybody, on a list or none', () => agree({}, 4));
  test.each<[string, Record<string, unknown>, number]>([
    ['words', { search: 'ann' }, 1],
    ['a status', { statuses: ['UNSUBSCRIBED'] }, 1],
    ['a status of several', { statuses: ['SUBSCRIBED'] }, 2],
    ['a tag', { tag: 'vip' }, 1],
    ['a field', { field: 'city', fieldValue: 'porto' }, 2],
    ['a source', { source: 'OTHER' }, 3],
    ['a source that nobody has', { source: 'IMPORT' }, 0],
    ['two filters that no one subscription has', { tag: 'vip', statuses: ['UNSUBSCRIBED'] }, 0],
    ['a past period', { createdUntil: '2020-01-01T00:00:00Z' }, 0],
    ['a period until now', { createdSince: '2020-01-01T00:00:00Z' }, 4],
  ])('for %s', (_, filter, expected) => agree(filter, expected));

  test('for the time when people were first stored, not when they joined a list', async () => {
    await api.db.person.updateMany({
      where: { email: 'ann@many.test' },
      data: { createdAt: new Date('2024-05-05T00:00:00Z') },
    });
    await agree({ createdUntil: '2025-01-01T00:00:00Z' }, 1);
    await agree({ createdSince: '2025-01-01T00:00:00Z', tag: 'vip' }, 0);
  });

  test('for an import', async () => {
    const { id } = await importCsv(api, shop, 'email\neve@many.test\nfay@many.test');
    await agree({ importId: id }, 2);
    await agree({ source: 'IMPORT' }, 2);
  });
});

test('a list and a segment choose people by one subscription', async () => {
  expect(await counted({ filter: { listId: news } })).toBe(2);
  expect(await counted({ filter: { listId: shop, statuses: ['SUBSCRIBED'] } })).toBe(1);
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
  const segment = await api.rest('POST', `/lists/${news}/segments`, { name: 'VIP', conditions });
  expect(await counted({ filter: { segmentId: segment.body.data.id } })).toBe(1);
  const done = await run({ change: { addTags: ['Chosen'] }, people: { filter: { segmentId: segment.body.data.id } } });
  expect(done).toMatchObject({ total: 1, processed: 1, changed: 1 });
  const { News, Shop } = await subscriptions('ann');
  expect([News?.tags, Shop?.tags]).toEqual([['Chosen', 'vip'], ['Chosen']]);
});

test('the ids of subscribers choose their people', async () => {
  const { data } = (await api.rest('GET', `/lists/${shop}/subscribers`)).body;
  const ids = data.map(({ id }: { id: string }) => id);
  expect(await counted({ subscriberIds: ids })).toBe(2);
});

test('a person on several lists is processed and changed once, on all lists', async () => {
  const everybody = { everybody: true };
  expect(await run({ change: { addTags: ['All'] }, people: everybody })).toMatchObject({ processed: 4, changed: 3 });
  expect(await run({ change: { addTags: ['All'] }, people: everybody })).toMatchObject({ processed: 4, changed: 0 });
  expect(await run({ change: { removeTags: ['vip'] }, people: everybody })).toMatchObject({ changed: 1 });
  const city = { setAttribute: { key: 'city', value: 'Rome' } };
  expect(await run({ change: city, people: everybody })).toMatchObject({ changed: 3 });
  const { News, Shop } = await subscriptions('ann');
  expect([News, Shop]).toEqual(Array(2).fill({ status: 'SUBSCRIBED', tags: ['All'], attributes: { city: 'Rome' } }));
});

test('unsubscribing ends the subscriptions on all lists', async () => {
  const done = await run({ change: { unsubscribe: true }, people: { filter: { tag: 'vip' } } });
  expect(done).toMatchObject({ total: 1, processed: 1, changed: 1 });
  const { News, Shop } = await subscriptions('ann');
  expect([News?.status, Shop?.status]).toEqual(['UNSUBSCRIBED', 'UNSUBSCRIBED']);
  expect((await subscriptions('ben')).News?.status).toBe('SUBSCRIBED');
});

test('subscribing puts each person on the named list once, with the newest names, and people on no list too', async () => {
  const club = await makeList(api, { name: 'Club' });
  await subscribeMany(api, club, [{ email: 'ben@many.test', status: 'unsubscribed' }]);
  const done = await run({ change: { subscribe: { listId: club } }, people: { everybody: true } });
  expect(done).toMatchObject({ processed: 4, changed: 3, failed: 1 });
  const { data } = (await api.rest('GET', `/lists/${club}/subscribers?sort=email`)).body;
  const rows = data.map((one: Record<string, string>) => [one.email, one.first_name, one.status]);
  expect(rows).toEqual([
    ['ann@many.test', 'Anna', 'subscribed'],
    ['ben@many.test', null, 'unsubscribed'],
    ['cleo@many.test', null, 'subscribed'],
    ['dan@many.test', null, 'subscribed'],
  ]);
});

test('suppressing suppresses each address once, also of people on no list', async () => {
  const done = await run({ change: { suppress: true }, people: { everybody: true } });
  expect(done).toMatchObject({ processed: 4, changed: 4 });
  expect((await api.rest('GET', '/suppressions')).body.meta.total).toBe(4);
});

test('deleting removes people from all lists, and the people stay', async () => {
  const done = await run({ change: { delete: true }, people: { filter: { search: 'ann' } } });
  expect(done).toMatchObject({ total: 1, processed: 1, changed: 1 });
  expect(await subscriptions('ann')).toEqual({});
  expect(await shown()).toBe(4);
});

test('a refused value fails for people, each once', async () => {
  await api.rest('POST', '/fields', { key: 'size', label: 'Size', type: 'number' });
  await worker.stop();
  const { bulkUpdate } = await start({
    change: { setAttribute: { key: 'size', value: 39 } },
    people: { everybody: true },
  });
  expect((await api.rest('PATCH', '/fields/size', { type: 'date' })).status).toBe(200);
  worker = startJobs(api.installation);
  expect(await untilEnd(bulkUpdate.id)).toMatchObject({
    processed: 4,
    changed: 0,
    failed: 3,
    failures: [{ count: 3 }],
  });
});

test('people and subscriptions that come after the start stay as they are', async () => {
  await worker.stop();
  const { bulkUpdate } = await start({ change: { unsubscribe: true }, people: { everybody: true } });
  await subscribeMany(api, shop, [{ email: 'ben@many.test' }, { email: 'late@many.test' }]);
  worker = startJobs(api.installation);
  expect(await untilEnd(bulkUpdate.id)).toMatchObject({ total: 4, processed: 4, changed: 2 });
  const ben = await subscriptions('ben');
  expect([ben.News?.status, ben.Shop?.status]).toEqual(['UNSUBSCRIBED', 'SUBSCRIBED']);
  expect((await subscriptions('late')).Shop?.status).toBe('SUBSCRIBED');
});

test('a job over more than a chunk goes on where a dead worker stopped, and counts everybody once', async () => {
  await worker.stop();
  const rows = Array.from({ length: 1_201 }, (_, at) => ({ email: `p${at}@many.test` }));
  for (const list of [news, shop]) await subscribeMany(api, list, rows);
  const { bulkUpdate } = await start({ change: { addTags: ['Many'] }, people: { everybody: true } });
  expect(bulkUpdate.total).toBe(1_205);
  await api.db.$executeRaw`delete from graphile_worker._private_jobs where key like ${`%${bulkUpdate.id}`}`;
  await api.db.bulkUpdate.updateMany({ data: { leaseUntil: new Date(0) }, where: { id: bulkUpdate.id } });
  worker = startJobs(api.installation);
  expect(await untilEnd(bulkUpdate.id)).toMatchObject({ status: 'COMPLETED', processed: 1_205, changed: 1_204 });
  expect((await api.rest('GET', `/lists/${shop}/subscribers?tag=Many`)).body.meta.total).toBe(1_203);
});

test('REST takes and shows the same', async () => {
  const body = { each: 'person', change: { add_tags: ['x'] }, people: { filter: { tag: 'vip' } } };
  const { status, body: answer } = await api.rest('POST', '/jobs', body);
  expect([status, answer.data.each, answer.data.total]).toEqual([202, 'person', 1]);
  const wrong = await api.rest('POST', '/jobs', { ...body, each: 'list' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['each']]);
});
