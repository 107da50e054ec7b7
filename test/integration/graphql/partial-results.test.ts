import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

test.each([
  ['revenue', 'revenue(since: "2026-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z") { totals { orders } }'],
  ['reputation', 'reputation(since: "2026-02-01", until: "2026-01-01") { provider }'],
  ['sendingRefusals', 'sendingRefusals(since: "2026-02-01", until: "2026-01-01") { day }'],
  ['sendingRate', 'sendingRate(minutes: 61) { sent }'],
  ['sales', 'sales(first: 1, after: "nonsense") { nodes { id } }'],
])('a failure of %s leaves the fields beside it', async (field, selection) => {
  const { data, errors } = (await api.graphql(`{ tags { totalCount } ${selection} }`)).body;
  expect(data).toEqual({ tags: { totalCount: 0 }, [field]: null });
  expect(errors).toMatchObject([{ path: [field], extensions: { code: 'BAD_USER_INPUT' } }]);
});

test('a failure of a non-null query makes all data null', async () => {
  const { data, errors } = (
    await api.graphql('{ installation { version } tags(first: 1, after: "nonsense") { totalCount } }')
  ).body;
  expect(data).toBeNull();
  expect(errors).toMatchObject([{ path: ['tags'], extensions: { code: 'BAD_USER_INPUT' } }]);
});

test('a failure of the growth of a list leaves the other fields of the list', async () => {
  const id = await makeList(api);
  const query = `{ list(id: "${id}") { id growth(since: "2026-02-01", until: "2026-01-01") { subscribed } } }`;
  const { data, errors } = (await api.graphql(query)).body;
  expect(data).toEqual({ list: { id, growth: null } });
  expect(errors).toMatchObject([{ path: ['list', 'growth'], extensions: { code: 'BAD_USER_INPUT' } }]);
});

test('a failure of the audience of a campaign leaves the other fields of the campaign', async () => {
  const list = await makeList(api);
  const { id: template } = (
    await api.rest('POST', '/templates', { name: 'Partial', subject: 'S', content: '<p>C</p>', editor: 'html' })
  ).body.data;
  const { id } = (await api.rest('POST', '/campaigns', { name: 'Partial', list, template })).body.data;
  const query = `{ campaign(id: "${id}") { id report { sent } audience(first: 1, after: "nonsense") { totalCount } } }`;
  const { data, errors } = (await api.graphql(query)).body;
  expect(data).toEqual({ campaign: { id, report: { sent: 0 }, audience: null } });
  expect(errors).toMatchObject([{ path: ['campaign', 'audience'], extensions: { code: 'BAD_USER_INPUT' } }]);
});
