import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
  await subscribe(api, list, [
    { email: 'ann@people.test', first_name: 'Ann', tags: ['vip'] },
    { email: 'bo@people.test', first_name: 'Bo', tags: ['vip', 'staff'] },
    { email: 'cy@people.test', first_name: 'Cy' },
    { email: 'di@people.test', first_name: 'Di', tags: ['vip'] },
  ]);
  await api.rest('POST', '/suppressions', { email: 'di@people.test' });
});
afterAll(() => api.close());

const tagged = async (tag: string) => {
  const conditions = { operator: 'and', rules: [{ type: 'tags', operator: 'has_any', value: [tag] }] };
  const { status, body } = await api.rest('POST', `/lists/${list}/segments`, { name: tag, conditions });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data.id as string;
};
const audience = async (id: string, query = '') => {
  const { status, body } = await api.rest('GET', `/campaigns/${id}/audience${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const emails = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email);

test('the recipients of a draft are shown, newest first, without suppressed people', async () => {
  const id = await makeCampaign(api, list);
  const { data, meta } = await audience(id);
  expect([emails({ data }), meta.total]).toEqual([['cy@people.test', 'bo@people.test', 'ann@people.test'], 3]);
  expect(emails(await audience(id, '?search=ann'))).toEqual(['ann@people.test']);
});

test('only people in its segments, and in none that it excludes', async () => {
  const [vip, staff] = [await tagged('vip'), await tagged('staff')];
  const id = await makeCampaign(api, list, { segments: [vip], excluded_segments: [staff] });
  expect(emails(await audience(id))).toEqual(['ann@people.test']);
  const counted = await ask(api, `{ campaign(id: "${id}") { audience(first: 1) { totalCount nodes { email } } } }`);
  expect(counted).toEqual({ campaign: { audience: { totalCount: 1, nodes: [{ email: 'ann@people.test' }] } } });
});

test('overlong words are refused by field, and a missing campaign is not found', async () => {
  const id = await makeCampaign(api, list);
  const { status, body } = await api.rest('GET', `/campaigns/${id}/audience?search=${'x'.repeat(256)}`);
  expect([status, Object.keys(body.errors ?? body)]).toEqual([422, ['search']]);
  expect((await api.rest('GET', `/campaigns/${crypto.randomUUID()}/audience`)).status).toBe(404);
});
