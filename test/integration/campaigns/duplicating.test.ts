import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { ask } from '../../support/graphql.ts';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

const duplicate = (id: string) => api.rest('POST', `/campaigns/${id}/duplicate`);

test('a copy is a draft with the same content, audience and settings', async () => {
  const list = await makeList(api);
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  const segment = (await api.rest('POST', `/lists/${list}/segments`, { name: 'English', conditions })).body.data.id;
  const own = {
    ...{ subject: 'Hello {{ campaign.name }}', preheader: 'Bread', utm: { source: 'news' }, segments: [segment] },
    ...{ from_email: 'a@shop.test', from_name: 'A', reply_to: 'r@shop.test', excluded_segments: [segment] },
    ...{ tracking: false, repeat_unknown: true, ignore_frequency: true },
    ...{ messages_per_minute: 60, send_window: { from: '09:00', to: '17:00' } },
  };
  const id = await makeCampaign(api, list, own);
  const { data: original } = (await api.rest('GET', `/campaigns/${id}`)).body;
  const { status, body } = await duplicate(id);
  const { id: _, name, created_at: __, updated_at: ___, ...copied } = body.data;
  expect([status, name]).toEqual([201, 'Copy of May']);
  expect(original).toMatchObject(copied);
  expect(copied).toMatchObject({ ...own, utm: { source: 'news' }, status: 'draft' });
});

test('a copy of a sent campaign has no results', async () => {
  const id = await makeCampaign(api, await makeList(api));
  await api.rest('POST', `/campaigns/${id}/send`);
  await api.rest('POST', `/campaigns/${id}/cancel`);
  expect((await duplicate(id)).body.data).toMatchObject({ status: 'draft', started_at: null, ended_at: null });
  const {
    duplicateCampaign: { campaign: duplicateCampaign },
  } = await ask(api, `mutation { duplicateCampaign(id: "${id}") { campaign { id status name } } }`);
  expect(duplicateCampaign).toMatchObject({ status: 'DRAFT', name: 'Copy of May' });
  expect((await api.rest('POST', `/campaigns/${duplicateCampaign.id}/send`)).status).toBe(200);
});

test('a long name is cut off between characters', async () => {
  const id = await makeCampaign(api, await makeList(api), { name: '🎉'.repeat(255) });
  expect((await duplicate(id)).body.data.name).toBe(`Copy of ${'🎉'.repeat(247)}`);
});

test('a missing campaign, or one of another team, is not copied', async () => {
  const other = await openTeam(api);
  const id = await makeCampaign(api, await makeList(api));
  for (const [who, which] of [
    [other, id],
    [api, 'nothing'],
    [api, '00000000-0000-7000-8000-000000000000'],
  ] as const) {
    expect((await who.rest('POST', `/campaigns/${which}/duplicate`)).status).toBe(404);
  }
  expect((await other.rest('GET', '/campaigns')).body.data).toEqual([]);
});
