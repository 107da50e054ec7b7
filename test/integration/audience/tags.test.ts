import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { WRONG_TYPES } from '../../support/values.ts';

const TIME = expect.stringMatching(/Z$/);
const TAKEN = { name: ['The name field has already been taken.'] };

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
});
afterAll(() => api.close());

const create = (name: unknown, options = {}) => api.rest('POST', '/tags', { name }, options);
const idOf = async (name: string) => (await create(name)).body.data.id as string;
const subscribeOne = async (row: object) => (await subscribe(api, list, [row])).data[0].id as string;

describe('a tag', () => {
  test('is created, counted, read, renamed and deleted', async () => {
    const { status, body } = await create(' Gold ');
    const tag = {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Gold',
      subscribers_count: 0,
      created_at: TIME,
    };
    expect([status, body]).toEqual([201, { data: tag }]);
    const { id } = body.data;
    const ids = [];
    for (const email of ['a@people.test', 'b@people.test'])
      ids.push(await subscribeOne({ email, tags: ['gold', 'x'] }));
    await api.rest('POST', `/subscribers/${ids[1]}/unsubscribe`);
    expect((await api.rest('GET', `/tags/${id}`)).body.data).toEqual({ ...body.data, subscribers_count: 2 });

    const renamed = await api.rest('PATCH', `/tags/${id}`, { name: 'Silver' });
    expect([renamed.status, renamed.body.data]).toEqual([200, { ...body.data, name: 'Silver', subscribers_count: 2 }]);
    expect((await api.rest('GET', `/subscribers/${ids[0]}`)).body.data.tags).toEqual(['Silver', 'x']);
    expect((await api.rest('GET', `/lists/${list}/subscribers?tag=silver`)).body.meta.total).toBe(2);

    const deleted = await api.rest('DELETE', `/tags/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    for (const subscriber of ids) {
      expect((await api.rest('GET', `/subscribers/${subscriber}`)).body.data.tags).toEqual(['x']);
    }
    const held = await api.db.subscriber.findMany({ where: { id: { in: ids } } });
    expect(held.map(({ tagIds }) => tagIds.length)).toEqual([1, 1]);
    expect((await api.rest('DELETE', `/tags/${id}`)).status).toBe(404);
  });

  test.each(['y', 'x'.repeat(100), '👩'.repeat(100), 'a, b', 'ß'])('may be called %s', async (name) => {
    expect(await create(name)).toMatchObject({ status: 201, body: { data: { name } } });
  });

  test.each([
    [undefined, 'is required.'],
    [null, 'is required.'],
    ['', 'is required.'],
    [' \t', 'is required.'],
    ['x'.repeat(101), 'must not be greater than 100 characters.'],
    ['a\u0000', 'must not contain NUL or broken characters.'],
  ])('cannot be called %j', async (name, problem) => {
    const errors = { name: [`The name field ${problem}`] };
    const created = await create(name);
    expect([created.status, created.body.errors]).toEqual([422, errors]);
    const renamed = await api.rest('PATCH', `/tags/${await idOf(`n${Math.random()}`)}`, { name });
    expect([renamed.status, renamed.body.errors]).toEqual([422, errors]);
  });

  test('requires a text as its name', async () => {
    const id = await idOf('typed');
    for (const value of WRONG_TYPES) {
      for (const answer of [await create(value), await api.rest('PATCH', `/tags/${id}`, { name: value })]) {
        expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['name']]);
      }
    }
  });

  test('cannot take another tag’s name in any case, but can take its own, or one that another team uses', async () => {
    await subscribeOne({ email: 'a@people.test', tags: ['Café'] });
    const id = await idOf('own');
    expect(await create('CAFÉ ')).toMatchObject({ status: 422, body: { errors: TAKEN } });
    const taken = await api.rest('PATCH', `/tags/${id}`, { name: 'café' });
    expect([taken.status, taken.body.errors]).toEqual([422, TAKEN]);
    expect((await api.rest('PATCH', `/tags/${id}`, { name: 'OWN' })).body.data.name).toBe('OWN');
    expect((await create('Café', { token: api.otherToken })).status).toBe(201);
  });

  test('is created or renamed once by any number of simultaneous calls', async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create('twin')));
    expect(created.filter(({ status }) => status === 201)).toHaveLength(1);
    const ids = await Promise.all(Array.from({ length: 6 }, (_, index) => idOf(`racer ${index}`)));
    const renamed = await Promise.all(ids.map((id) => api.rest('PATCH', `/tags/${id}`, { name: 'Winner' })));
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
  });

  test('that comes and goes during batches causes no error', async () => {
    const rounds = Array.from({ length: 8 }, async (_, index) => {
      const rows = rowsOf(10, `round${index}_`).map((row) => ({ ...row, tags: ['fleeting', `t${index % 2}`] }));
      await subscribe(api, list, rows);
      const { body } = await create('fleeting');
      if (body.data) await api.rest('DELETE', `/tags/${body.data.id}`);
    });
    await Promise.all(rounds);
    const { body } = await api.rest('GET', `/lists/${list}/subscribers?tag=t1&per_page=100`);
    expect(body.meta.total).toBe(40);
  });
});

describe('the tags', () => {
  test('come newest first, in pages, those of a batch among them', async () => {
    await create('page a');
    await subscribeOne({ email: 'a@people.test', tags: ['page b'] });
    await create('page c');
    const { body } = await api.rest('GET', '/tags?per_page=3');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['page c', 'page b', 'page a']);
    expect(body.data[1]).toEqual({ id: expect.any(String), name: 'page b', subscribers_count: 1, created_at: TIME });
    const second = await api.rest('GET', '/tags?per_page=1&page=2');
    expect(second.body.data).toEqual([body.data[1]]);
  });

  test('can be paged by cursor, forwards and backwards', async () => {
    const query = `query ($first: Int, $after: String, $last: Int, $before: String) {
      tags(first: $first, after: $after, last: $last, before: $before) { nodes { name } pageInfo { startCursor endCursor hasNextPage } totalCount } }`;
    const page = async (variables: object) => (await api.graphql(query, variables)).body.data.tags;
    const names: string[] = [];
    let after: string | null = null;
    for (let more = true; more; ) {
      const { nodes, pageInfo }: Awaited<ReturnType<typeof page>> = await page({ first: 7, after });
      names.push(...nodes.map(({ name }: { name: string }) => name));
      ({ endCursor: after, hasNextPage: more } = pageInfo);
    }
    const all = await page({ first: 100 });
    expect(names).toEqual(all.nodes.map(({ name }: { name: string }) => name));
    expect(new Set(names).size).toBe(all.totalCount);
    const before = (await page({ first: 1, after: (await page({ first: 2 })).pageInfo.endCursor })).pageInfo
      .startCursor;
    expect((await page({ last: 2, before })).nodes.map(({ name }: { name: string }) => name)).toEqual(
      names.slice(0, 2),
    );
  });

  test('cost the same statements for any number of tags', async () => {
    await subscribeOne({ email: 'many@people.test', tags: Array.from({ length: 100 }, (_, index) => `many ${index}`) });
    const costs = [];
    for (const perPage of [1, 100]) {
      costs.push((await api.statements(() => api.rest('GET', `/tags?per_page=${perPage}`))).length);
    }
    expect(costs).toEqual([3, 3]);
  });
});

describe('the tags of a subscriber', () => {
  let id: string;
  beforeEach(async () => {
    id = await subscribeOne({ email: `p${Math.random()}@people.test`, tags: ['keep'] });
  });
  const put = (tags: unknown) => api.rest('POST', `/subscribers/${id}/tags`, { tags });
  const take = (tags: unknown) => api.rest('DELETE', `/subscribers/${id}/tags`, { tags });

  test('can be added and removed, ignoring case', async () => {
    const { body: before } = await api.rest('GET', `/subscribers/${id}`);
    const added = await put(['New', 'KEEP', 'new ']);
    expect([added.status, added.body]).toEqual([
      200,
      { data: { ...before.data, tags: ['New', 'keep'], updated_at: expect.stringMatching(/Z$/) } },
    ]);
    const taken = await take(['NEW', 'never seen']);
    expect([taken.status, taken.body]).toEqual([
      200,
      { data: { ...before.data, updated_at: expect.stringMatching(/Z$/) } },
    ]);
    expect(await api.db.tag.count({ where: { slug: 'never seen' } })).toBe(0);
  });

  test.each([
    [['more'], ['keep', 'more']],
    [['keep'], ['keep']],
    [
      ['More', 'KEEP', 'other'],
      ['keep', 'more', 'other'],
    ],
    [[], ['keep']],
  ])('and %j in a batch are added once each', async (more, all) => {
    const { body } = await api.rest('GET', `/subscribers/${id}`);
    await subscribeOne({ email: body.data.email, tags: more });
    const after = await api.rest('GET', `/subscribers/${id}`);
    expect(after.body.data.tags.map((tag: string) => tag.toLowerCase())).toEqual(all);
    const { tagIds } = await api.db.subscriber.findFirstOrThrow({ where: { id } });
    expect(new Set(tagIds).size).toBe(all.length);
    expect(tagIds).toHaveLength(all.length);
  });

  test('accept simultaneous changes by many callers', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `at once ${index}`);
    await Promise.all(names.map((name) => put([name])));
    expect((await api.rest('GET', `/subscribers/${id}`)).body.data.tags).toEqual([...names, 'keep'].sort());
    await Promise.all(names.map((name) => take([name])));
    expect((await api.rest('GET', `/subscribers/${id}`)).body.data.tags).toEqual(['keep']);
  });

  test.each([
    [undefined, 'tags', 'is required.'],
    [null, 'tags', 'is required.'],
    [[], 'tags', 'must have at least 1 item.'],
    ['vip', 'tags', 'must be an array: ["vip"].'],
    [{ 0: 'x' }, 'tags', 'must be an array.'],
    [['x', 7], 'tags.1', 'must be a string.'],
    [['x', ' '], 'tags.1', 'is required.'],
    [['x'.repeat(101)], 'tags.0', 'must not be greater than 100 characters.'],
    [Array.from({ length: 101 }, (_, index) => `t${index}`), 'tags', 'must not have more than 100 items.'],
  ])('cannot be %j', async (tags, field, problem) => {
    const message = `The ${field} field ${problem}`;
    for (const answer of [await put(tags), await take(tags)]) {
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [message] }]);
    }
    expect((await api.rest('GET', `/subscribers/${id}`)).body.data.tags).toEqual(['keep']);
  });

  test('may be a hundred at once, at the cost of one', async () => {
    const hundred = Array.from({ length: 100 }, (_, index) => `hundred ${index}`);
    const one = await api.statements(() => put(['just one']));
    const many = await api.statements(() => put(hundred));
    expect(many).toHaveLength(one.length);
    expect((await take(hundred)).body.data.tags).toEqual(['just one', 'keep']);
  });

  test('of an unknown subscriber are 404 before validation', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect((await api.rest(method, `/subscribers/${UNKNOWN_ID}/tags`, { tags: 7 })).status).toBe(404);
    }
  });
});

test('GraphQL creates, reads, renames and deletes tags, and adds them to subscribers', async () => {
  const created = await api.graphql(
    'mutation { createTag(input: { name: "Gql" }) { tag { id name subscribersCount } } }',
  );
  const { id } = created.body.data.createTag.tag;
  expect(created.body.data.createTag.tag).toEqual({ id, name: 'Gql', subscribersCount: 0 });
  const subscriberId = await subscribeOne({ email: 'gql@people.test' });
  const variables = { id, subscriberId };
  const call = async (operation: string) =>
    (await api.graphql(operation, variables)).body.data as Record<string, object>;
  expect(
    await call(
      'mutation ($subscriberId: ID!) { addSubscriberTags(input: { id: $subscriberId, tags: ["gql", "b"] }) { subscriber { tags } } }',
    ),
  ).toEqual({ addSubscriberTags: { subscriber: { tags: ['Gql', 'b'] } } });
  expect(await call('query ($id: ID!) { tag(id: $id) { name subscribersCount } }')).toEqual({
    tag: { name: 'Gql', subscribersCount: 1 },
  });
  expect(
    await call(
      'mutation ($subscriberId: ID!) { removeSubscriberTags(input: { id: $subscriberId, tags: ["B"] }) { subscriber { tags } } }',
    ),
  ).toEqual({ removeSubscriberTags: { subscriber: { tags: ['Gql'] } } });
  expect(await call('mutation ($id: ID!) { renameTag(input: { id: $id, name: "Ql" }) { tag { name } } }')).toEqual({
    renameTag: { tag: { name: 'Ql' } },
  });
  expect(await call('mutation ($id: ID!) { deleteTag(id: $id) { deletedId } }')).toEqual({
    deleteTag: { deletedId: id },
  });
  const gone = await api.graphql('query ($id: ID!) { tag(id: $id) { name } }', variables);
  expect(gone.body).toEqual({ data: { tag: null } });
  const invalid = await api.graphql('mutation { createTag(input: { name: "b" }) { tag { id } } }');
  expect(invalid.body.errors[0].extensions).toEqual({
    code: 'BAD_USER_INPUT',
    issues: [
      { path: ['name'], message: 'The name field has already been taken.', code: 'TAKEN', problem: expect.any(String) },
    ],
  });
});
