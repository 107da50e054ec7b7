import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestAppWithJobs, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { all, languageRule, makeSegment } from '../../support/segments.ts';
import { until } from '../../support/until.ts';

// What REST reads since it has every reader of GraphQL (test/unit/rest-parity.test.ts).

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestAppWithJobs();
  list = await makeList(api);
  await api.rest('POST', '/templates', TEMPLATE);
});
afterAll(() => api.close());

const read = async (path: string) => (await api.rest('GET', path)).body;

test('an event is read by its id', async () => {
  const sent = { email: 'ada@people.test', name: 'visit', properties: { page: 'Home' }, reference: 'v-1' };
  const { id } = (await api.rest('POST', '/events', sent)).body.data;
  expect((await read(`/events/${id}`)).data).toMatchObject({ ...sent, id });
  expect((await read('/events/recorded')).data).toHaveLength(1);
});

test('a conversion is read by its id, with what is left after a refund', async () => {
  const sent = { email: 'ada@people.test', value: 1250, currency: 'EUR', reference: 'order-1' };
  const { id } = (await api.rest('POST', '/conversions', sent)).body.data;
  await api.rest('POST', `/conversions/${id}/refund`, { value: 250 });
  const { data } = await read(`/conversions/${id}`);
  expect(data).toMatchObject({ id, value: 1250, currency: 'EUR', reference: 'order-1', refunded: 250, left: 1000 });
});

test('campaigns of a segment and of a template are filtered, searched and sorted', async () => {
  const segment = (await makeSegment(api, list, all(languageRule('en')))).id;
  for (const name of ['Spring', 'Summer']) await makeCampaign(api, list, { name, segments: [segment] });
  await makeCampaign(api, list, { name: 'Autumn' });
  const template = (await read('/templates')).data[0].id;
  const names = async (path: string) => (await read(path)).data.map(({ name }: { name: string }) => name);
  expect(await names(`/segments/${segment}/campaigns?sort=name`)).toEqual(['Spring', 'Summer']);
  expect(await names(`/segments/${segment}/campaigns?search=sum`)).toEqual(['Summer']);
  expect(await names(`/segments/${segment}/campaigns?status=sent`)).toEqual([]);
  expect(await names(`/templates/${template}/campaigns?sort=-name`)).toEqual(['Summer', 'Spring', 'Autumn']);
});

test('runs at each step of an automation are counted', async () => {
  const steps = [{ id: 'a-day', type: 'wait', for: 'P1D' }];
  const made = { name: 'A', trigger: { type: 'api' }, steps };
  const { id } = (await api.rest('POST', '/automations', made)).body.data;
  expect(await read(`/automations/${id}/step-counts`)).toEqual({ data: [] });
  await api.rest('POST', `/automations/${id}/activate`);
  await api.rest('POST', `/automations/${id}/enter`, { email: 'ada@people.test' });
  await until(async () => (await read(`/automations/${id}/step-counts`)).data.length > 0);
  expect((await read(`/automations/${id}/step-counts`)).data).toEqual([
    { step: 'a-day', entered: 1, waiting: 1, done: 0, skipped: 0, failed: 0 },
  ]);
});
