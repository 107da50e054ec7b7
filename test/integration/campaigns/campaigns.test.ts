import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { UNKNOWN_ID } from '../../support/operations.ts';
import { until } from '../../support/until.ts';

let api: TestApp;
let list: string;
beforeAll(async () => {
  api = await openTestApp();
  await api.rest('POST', '/templates', TEMPLATE);
  list = await makeList(api);
});
afterAll(() => api.close());

test('a draft has all its fields, the same in GraphQL', async () => {
  const given = { subject: 'Own', from_email: 'May@Shop.test', from_name: 'May', reply_to: 'help@shop.test' };
  const id = await makeCampaign(api, list, { ...given, tracking: false });
  const draft = await readCampaign(api, id);
  expect(draft).toEqual({
    ...{ id, name: 'May', status: 'draft', failure_reason: null, list, template: 'Issue' },
    ...{ ...given, from_email: 'may@shop.test', segments: [], excluded_segments: [] },
    ...{ tracking: false, repeat_unknown: false, test: null, recipients_count: null },
    ...{ schedule: null, scheduled_at: null, pause_reason: null, resend_of: null, resend_who: null },
    ...{ messages_per_minute: null, send_window: null, ignore_frequency: false },
    ...{
      sent_count: 0,
      failed_count: 0,
      unknown_count: 0,
      withheld_count: 0,
      started_at: null,
      ended_at: null,
      messages_removed_at: null,
      messages_remaining: null,
      preheader: null,
      text: null,
      utm: null,
      headers: {},
      resend_machine_opens: null,
      resend_machine_only_count: null,
    },
    ...{ recurrence: null, series: null, occurs_at: null, archive: false },
    ...{ feed_url: null, feed_found_url: null, feed_checked_at: null, feed_error: null, feed_new_count: null },
    ...{ created_at: expect.any(String), updated_at: expect.any(String) },
  });
  const query = `query ($id: ID!) { campaign(id: $id) { name status list { name } template { name } recipients { totalCount } } }`;
  expect((await api.graphql(query, { id })).body.data.campaign).toEqual({
    ...{
      name: 'May',
      status: 'DRAFT',
      list: { name: 'News' },
      template: { name: 'Issue' },
      recipients: { totalCount: 0 },
    },
  });
  const create = `mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { campaign { id fromEmail } } }`;
  const input = { name: 'Two', listId: list, template: 'Issue', fromEmail: 'b@shop.test' };
  expect((await api.graphql(create, { input })).body.data.createCampaign.campaign.fromEmail).toBe('b@shop.test');
});

test('objects named by a campaign must exist, and all errors are reported at once', async () => {
  const refused = async (body: object) => (await api.rest('POST', '/campaigns', body)).body.errors;
  expect(Object.keys(await refused({}))).toEqual(['name', 'list', 'template']);
  expect(await refused({ name: 'A', list: UNKNOWN_ID, template: 'None', subject: '{{ a', segments: [] })).toEqual({
    list: ['The list field must be the id of a list.'],
    template: ['The template field must be the name or id of a template.'],
    subject: [expect.stringContaining('does not parse on line 1')],
  });
  const other = await makeList(api);
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  const { data } = (await api.rest('POST', `/lists/${other}/segments`, { name: 'Theirs', conditions })).body;
  const names = { name: 'A', list, template: 'Issue', segments: [data.id], excluded_segments: [UNKNOWN_ID] };
  expect(await refused(names)).toEqual({
    'segments.0': ['The segments.0 field must be the id of a segment of the list.'],
    'excluded_segments.0': ['The excluded_segments.0 field must be the id of a segment of the list.'],
  });
  for (const body of [
    { ...names, segments: 'all' },
    { ...names, segments: Array(21).fill(data.id) },
    { ...names, name: 'x'.repeat(256) },
    { ...names, subject: 'a\r\nBcc: evil@x.test' },
    { ...names, from_name: 'a\0b' },
    { ...names, from_email: 'a@b.test\r\nBcc: c@d.test' },
    { ...names, tracking: 'yes' },
    { ...names, list: 'x', template: 7 },
  ]) {
    expect((await api.rest('POST', '/campaigns', body)).status, JSON.stringify(body).slice(0, 200)).toBe(422);
  }
});

test('a draft can be changed, other campaigns cannot, and one in progress cannot be deleted', async () => {
  const id = await makeCampaign(api, list);
  const changed = await api.rest('PUT', `/campaigns/${id}`, { name: 'June', subject: 'New', from_email: null });
  expect(changed.body.data).toMatchObject({ name: 'June', subject: 'New', from_email: null, template: 'Issue' });
  expect((await api.rest('PUT', `/campaigns/${id}`, { subject: null })).body.data.subject).toBeNull();
  expect((await api.rest('POST', `/campaigns/${id}/pause`)).status).toBe(409);
  expect((await api.rest('POST', `/campaigns/${id}/send`)).status).toBe(200);
  for (const act of ['send', 'resume']) expect((await api.rest('POST', `/campaigns/${id}/${act}`)).status).toBe(409);
  const put = await api.rest('PUT', `/campaigns/${id}`, { name: 'July' });
  expect(put.body).toEqual({ message: 'Only a draft can be changed.', errors: {} });
  expect((await api.rest('DELETE', `/campaigns/${id}`)).status).toBe(409);
  expect((await api.rest('POST', `/campaigns/${id}/cancel`)).body.data.status).toBe('cancelled');
  expect((await api.rest('DELETE', `/campaigns/${id}`)).status).toBe(204);
  expect((await api.rest('GET', `/campaigns/${id}`)).status).toBe(404);
});

test('a campaign without a subject or a template is not sent', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Bare', subject: null });
  const bare = await makeCampaign(api, list, { template: 'Bare' });
  const refused = await api.rest('POST', `/campaigns/${bare}/send`);
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['subject']]);
  const { data } = (await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Gone' })).body;
  const gone = await makeCampaign(api, list, { template: 'Gone' });
  await api.rest('DELETE', `/templates/${data.id}`);
  expect((await api.rest('POST', `/campaigns/${gone}/send`)).body.errors).toHaveProperty('template');
  expect(await readCampaign(api, gone)).toMatchObject({ status: 'draft', template: null });
});

test('campaigns are listed newest first, by status and by list', async () => {
  const other = await makeList(api);
  const [first, second] = [await makeCampaign(api, other), await makeCampaign(api, other)];
  await api.rest('POST', `/campaigns/${first}/cancel`);
  const ids = async (query: string) =>
    (await api.rest('GET', `/campaigns?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await ids(`list=${other}`)).toEqual([second, first]);
  expect(await ids(`list=${other}&status=cancelled`)).toEqual([first]);
  expect((await api.rest('GET', '/campaigns?status=lost')).status).toBe(422);
  const theirs = { name: 'Theirs', from_email: 'news@other.test' };
  const { body } = await api.rest('POST', '/lists', theirs, { token: api.otherToken });
  for (const id of [body.data.id, UNKNOWN_ID]) {
    for (const filter of ['list', 'series']) expect(await ids(`${filter}=${id}`)).toEqual([]);
  }
  for (const filter of ['list', 'series']) {
    const { status, body } = await api.rest('GET', `/campaigns?${filter}=x`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [filter]]);
  }
  expect((await api.rest('GET', `/campaigns/${first}/recipients?state=lost`)).status).toBe(422);
});

test('a repeated send with one key sends once', async () => {
  const id = await makeCampaign(api, list);
  const headers = { 'Idempotency-Key': 'send-it' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => api.rest('POST', `/campaigns/${id}/send`, undefined, { headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await api.rest('POST', `/campaigns/${id}/cancel`);
});

test('a list deleted at the same moment is not found', async () => {
  const doomed = await makeList(api);
  const other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
  await other.query('begin');
  await other.query('delete from lists where id = $1', [doomed]);
  const answer = api.rest('POST', '/campaigns', { name: 'May', list: doomed, template: 'Issue' });
  await until(async () => (await lockWaits(other)) > 0);
  await other.query('commit');
  await other.end();
  const { status, body } = await answer;
  expect([status, body.errors]).toEqual([422, { list: ['The list field must be the id of a list.'] }]);
});
