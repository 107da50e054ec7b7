import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { ask, fail } from '../../support/graphql.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { type Followed, follow } from '../../support/sse.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
let segment: string;
const VIP = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: ['vip'] }] };
beforeAll(async () => {
  api = await openTestApp();
  list = await makeList(api);
  segment = (await api.rest('POST', `/lists/${list}/segments`, { name: 'VIP', conditions: VIP })).body.data.id;
});
beforeEach(() => api.db.peopleView.deleteMany());
afterAll(() => api.close());

const FIELDS = `id name listId segmentId importId search status tag source field fieldValue since until sort columns`;
const CREATE = `mutation ($input: CreatePeopleViewInput!) { createPeopleView(input: $input) { peopleView { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdatePeopleViewInput!) { updatePeopleView(input: $input) { peopleView { ${FIELDS} } } }`;
const DELETE = 'mutation ($id: ID!) { deletePeopleView(id: $id) { deletedId } }';
const create = async (input: object) => (await ask(api, CREATE, { input })).createPeopleView.peopleView;
const update = async (input: object) => (await ask(api, UPDATE, { input })).updatePeopleView.peopleView;
/** The names of the refused fields. */
const refused = async (query: string, input: object) =>
  (await fail(api, query, { input })).extensions.issues?.map(({ path }) => path.join('.'));
const views = async () => (await ask(api, `{ peopleViews { ${FIELDS} } }`)).peopleViews;
const names = async () => (await views()).map(({ name }: { name: string }) => name);

const WHOLE = {
  ...{ search: 'ann', status: 'SUBSCRIBED', tag: 'vip', source: 'IMPORT', field: 'city', fieldValue: 'Porto' },
  ...{ since: '2026-01-31', until: '2026-02-01', sort: 'EMAIL_DESCENDING', columns: ['name', 'field.city'] },
};
const EMPTY = {
  ...{ listId: null, segmentId: null, importId: null, search: null, status: null, tag: null, source: null },
  ...{ field: null, fieldValue: null, since: null, until: null, sort: null, columns: [] },
};

test('a view keeps a list, filters, an order and columns, and the team reads all by name', async () => {
  const view = await create({ name: ' VIPs of Porto ', listId: list, segmentId: segment, ...WHOLE });
  expect(view).toEqual({
    id: expect.any(String),
    name: 'VIPs of Porto',
    listId: list,
    segmentId: segment,
    importId: null,
    ...WHOLE,
  });
  const other = await create({ name: 'All' });
  expect(other).toEqual({ id: other.id, name: 'All', ...EMPTY });
  expect(await views()).toEqual([other, view]);
});

test('an update changes the given fields, and null removes a filter', async () => {
  const view = await create({ name: 'A', listId: list, segmentId: segment, ...WHOLE });
  expect(await update({ id: view.id, name: 'B' })).toEqual({ ...view, name: 'B' });
  const changed = await update({ id: view.id, tag: null, segmentId: null, columns: null });
  expect(changed).toEqual({ ...view, name: 'B', tag: null, segmentId: null, columns: [] });
});

test.each([
  ['a blank name', { name: ' ' }, 'name'],
  ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
  ['an unknown list', { listId: UNKNOWN_ID }, 'listId'],
  ['an unknown segment', { segmentId: UNKNOWN_ID }, 'segmentId'],
  ['an unknown import', { importId: UNKNOWN_ID }, 'importId'],
  ['a value without its field', { fieldValue: 'Porto' }, 'field'],
  ['a day that does not exist', { since: '2026-02-30' }, 'since'],
  ['501 columns', { columns: Array(501).fill('name') }, 'columns'],
])('%s is refused', async (_, input, path) => {
  expect(await refused(CREATE, { name: 'A', ...input })).toEqual([path]);
});

test('a segment of another list is refused, also when only the list changes', async () => {
  const other = await makeList(api);
  expect(await refused(CREATE, { name: 'A', listId: other, segmentId: segment })).toEqual(['segmentId']);
  const { id } = await create({ name: 'A', listId: list, segmentId: segment });
  expect(await refused(UPDATE, { id, listId: other })).toEqual(['segmentId']);
});

test('a name is used once in a team, and 100 views are the most', async () => {
  await create({ name: 'A' });
  expect(await refused(CREATE, { name: 'A' })).toEqual(['name']);
  const { id } = await create({ name: 'B' });
  expect(await refused(UPDATE, { id, name: 'A' })).toEqual(['name']);
  const names = Array.from({ length: 110 }, (_, at) => `View ${at}`);
  await Promise.allSettled(names.map((name) => api.graphql(CREATE, { input: { name } })));
  expect((await views()).length).toBe(100);
  expect(await refused(CREATE, { name: 'Another' })).toEqual(['name']);
});

test('another team neither sees nor changes a view', async () => {
  const { id } = await create({ name: 'A' });
  const options = { token: api.otherToken };
  expect((await ask(api, '{ peopleViews { id } }', {}, options)).peopleViews).toEqual([]);
  for (const [query, variables] of [
    [UPDATE, { input: { id, name: 'B' } }],
    [DELETE, { id }],
  ] as const)
    expect((await fail(api, query, variables, options)).extensions.code).toBe('NOT_FOUND');
  expect(await names()).toEqual(['A']);
});

test('a view is deleted, and its list, segment or import takes it along', async () => {
  const other = await makeList(api);
  const { id } = await create({ name: 'A' });
  await create({ name: 'B', listId: other });
  expect((await ask(api, DELETE, { id })).deletePeopleView.deletedId).toBe(id);
  expect(await names()).toEqual(['B']);
  expect((await api.rest('DELETE', `/lists/${other}`)).status).toBe(204);
  expect(await names()).toEqual([]);
  expect((await fail(api, DELETE, { id })).extensions.code).toBe('NOT_FOUND');
});

test('erasing a person deletes the views that search for the address', async () => {
  await create({ name: 'Ann', search: 'Ann@Views.test' });
  await create({ name: 'Views of ann@views.test' });
  await create({ name: 'Others', search: 'ann' });
  expect((await api.rest('POST', '/people/erase', { email: 'ann@views.test' })).status).toBe(204);
  expect(await names()).toEqual(['Others']);
});

test('creating, changing and deleting a view reaches the stream and the audit log', async () => {
  const url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const QUERY = `subscription { objectChanged(kinds: [PEOPLE_VIEW]) { kind objectId node { ... on PeopleView { name } } } }`;
  type Seen = { node: { name: string } | null };
  const { seen, stop }: Followed<Seen> = await follow<Seen>(`${url}/graphql`, api.readToken, QUERY);
  const { id } = await create({ name: 'A' });
  await until(() => seen.some(({ node }) => node?.name === 'A'));
  await update({ id, name: 'B' });
  await until(() => seen.some(({ node }) => node?.name === 'B'));
  await ask(api, DELETE, { id });
  await until(() => seen.some(({ node }) => node === null));
  await stop();
  const { body } = await api.rest('GET', '/audit-log?object_type=people_view');
  const entries = body.data.filter(({ object }: { object: { id: string } }) => object.id === id);
  expect(entries.map((one: { action: string; object: { name: string } }) => [one.action, one.object.name])).toEqual([
    ['people_view.deleted', 'B'],
    ['people_view.changed', 'B'],
    ['people_view.created', 'A'],
  ]);
});
