import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribeMany } from '../../support/audience.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
});
afterAll(() => api.close());

const LONG_AGO = new Date('2026-01-02T03:04:05Z');
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) as string;

beforeEach(async () => {
  list = await makeList(api);
  await subscribeMany(
    api,
    list,
    ['ada', 'ben', 'cleo'].map((name) => ({ email: `${name}@changing.test`, first_name: name, tags: ['known'] })),
  );
  await api.db.subscriber.updateMany({ where: { listId: list }, data: { updatedAt: LONG_AGO } });
  const { body } = await api.rest('GET', `/lists/${list}/subscribers`);
  for (const { email, id } of body.data) ids.set(email.split('@')[0], id);
});

const path = () => `/lists/${list}/subscribers`;
const since = (time: Date | string) => (time instanceof Date ? time.toISOString() : time);
async function changed(time: Date | string): Promise<string[]> {
  const { status, body } = await api.rest('GET', `${path()}?updated_since=${since(time)}&sort=email`);
  expect(status).toBe(200);
  expect(body.meta.total).toBe(body.data.length);
  return body.data.map(({ email }: { email: string }) => email.split('@')[0]);
}

test.each<[string, () => Promise<unknown>]>([
  ['a name', () => api.rest('PATCH', `/subscribers/${idOf('ben')}`, { first_name: 'Benjamin' })],
  ['an added tag', () => api.rest('POST', `/subscribers/${idOf('ben')}/tags`, { tags: ['new'] })],
  ['a removed tag', () => api.rest('DELETE', `/subscribers/${idOf('ben')}/tags`, { tags: ['known'] })],
  ['unsubscribing', () => api.rest('POST', `/subscribers/${idOf('ben')}/unsubscribe`)],
  ['subscribing with news', () => subscribeMany(api, list, [{ email: 'ben@changing.test', last_name: 'Berg' }])],
])('%s is a change', async (_, change) => {
  expect(await changed(new Date(LONG_AGO.getTime() + 1))).toEqual([]);
  await change();
  expect(await changed(new Date(LONG_AGO.getTime() + 1))).toEqual(['ben']);
  const { body } = await api.rest('GET', `/subscribers/${idOf('ben')}`);
  expect(Date.parse(body.data.updated_at)).toBeGreaterThan(LONG_AGO.getTime());
  expect(await changed(body.data.updated_at)).toEqual(['ben']);
});

test.each<[string, () => Promise<unknown>]>([
  ['the same name', () => api.rest('PATCH', `/subscribers/${idOf('ben')}`, { first_name: 'ben' })],
  ['a tag that is there', () => api.rest('POST', `/subscribers/${idOf('ben')}/tags`, { tags: ['known'] })],
  ['a tag that is not there', () => api.rest('DELETE', `/subscribers/${idOf('ben')}/tags`, { tags: ['other'] })],
  ['subscribing again', () => subscribeMany(api, list, [{ email: 'ben@changing.test', first_name: 'ben' }])],
])('%s is no change', async (_, repeat) => {
  await repeat();
  expect(await changed(new Date(LONG_AGO.getTime() + 1))).toEqual([]);
  expect(await changed(LONG_AGO)).toEqual(['ada', 'ben', 'cleo']);
});

test('the order by the last change leads through all changes, in both interfaces', async () => {
  for (const name of ['cleo', 'ada']) {
    await api.rest('PATCH', `/subscribers/${idOf(name)}`, { last_name: 'New' });
  }
  const { body } = await api.rest('GET', `${path()}?sort=-updated_at`);
  const emails = ['ada@changing.test', 'cleo@changing.test', 'ben@changing.test'];
  expect(body.data.map(({ email }: { email: string }) => email)).toEqual(emails);
  const { subscribers } = await ask(
    api,
    `query ($list: ID!, $since: DateTime) {
      subscribers(listId: $list, filter: { updatedSince: $since }, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { email updatedAt } totalCount }
    }`,
    { list, since: LONG_AGO },
  );
  expect(subscribers).toEqual({
    nodes: body.data.map(({ email, updated_at }: Record<string, string>) => ({ email, updatedAt: updated_at })),
    totalCount: 3,
  });
});

test.each(['yesterday', '2026-13-01T00:00:00Z', '2026-01-01 00:00'])(
  'updated_since=%s is refused by name',
  async (time) => {
    const { status, body } = await api.rest('GET', `${path()}?updated_since=${encodeURIComponent(time)}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['updated_since']]);
  },
);
