import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScheduledCampaigns } from '../../../src/domain/campaigns/start-scheduled.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { makeCampaign, readCampaign, TEMPLATE } from '../../support/campaigns.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { clockOf } from '../../support/simulated-clock.ts';
import { until } from '../../support/until.ts';

const NOW = '2027-03-20T12:00:00Z';

let api: TestApp;
beforeAll(async () => {
  api = await openTestApp({}, { simulatedClock: true });
  await api.rest('POST', '/templates', TEMPLATE);
  await clockOf(api).set(NOW);
});
afterAll(() => api.close());

const call = (id: string, verb: string, body?: object) => api.rest('POST', `/campaigns/${id}/${verb}`, body);

const sweep = () =>
  startScheduledCampaigns(api.installation.connection.db, api.installation.config, api.installation.log);

async function draft(input: object = {}): Promise<string> {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(3));
  return makeCampaign(api, list, input);
}

test('a time with an offset is exact, and the campaign does not start before it', async () => {
  const id = await draft();
  const { status, body } = await call(id, 'schedule', { at: '2027-03-21T09:00:00+01:00' });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ status: 'scheduled', scheduled_at: '2027-03-21T08:00:00.000Z', started_at: null },
    schedule: { at: '2027-03-21T08:00:00.000Z', timezone: null },
  });
  await clockOf(api).set('2027-03-21T07:59:00Z');
  expect(await sweep()).toBe(0);
  expect((await readCampaign(api, id)).status).toBe('scheduled');
  await clockOf(api).set('2027-03-21T08:00:00Z');
  expect(await sweep()).toBe(1);
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', started_at: expect.any(String) });
  await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('a local time applies in the named zone, on both sides of a clock change, in GraphQL too', async () => {
  const id = await draft();
  const schedule = `mutation ($input: ScheduleCampaignInput!) {
    scheduleCampaign(input: $input) { campaign { status scheduledAt schedule { at timezone } } } }`;
  const at = async (local: string) => {
    const { body } = await api.graphql(schedule, { input: { id, at: local, timezone: 'Europe/Berlin' } });
    const undo = `mutation ($id: ID!) { unscheduleCampaign(id: $id) { campaign { status schedule { at } } } }`;
    expect((await api.graphql(undo, { id })).body.data.unscheduleCampaign.campaign).toEqual({
      status: 'DRAFT',
      schedule: null,
    });
    return body.data.scheduleCampaign.campaign;
  };
  expect(await at('2027-03-27T09:00')).toEqual({
    ...{ status: 'SCHEDULED', scheduledAt: '2027-03-27T08:00:00.000Z' },
    schedule: { at: '2027-03-27T09:00:00', timezone: 'Europe/Berlin' },
  });
  expect((await at('2027-03-28T09:00:00')).scheduledAt).toBe('2027-03-28T07:00:00.000Z');
});

test.each([
  ['the past', { at: '2027-03-20T11:59:00Z' }, 'at', 'must be in the future.'],
  ['2 years ahead', { at: '2029-03-20T11:59:00Z' }, 'at', 'must be within a year.'],
  ['no offset and no zone', { at: '2027-03-21T09:00' }, 'timezone', 'is required, because `at` has no offset'],
  ['an offset and a zone', { at: '2027-03-21T09:00:00Z', timezone: 'UTC' }, 'timezone', 'must not be given'],
  ['a time that does not exist', { at: '2027-03-28T02:30', timezone: 'Europe/Berlin' }, 'at', 'does not exist in'],
  ['a day that does not exist', { at: '2027-02-30T09:00', timezone: 'UTC' }, 'at', 'must be a date-time'],
  ['a day without a time', { at: '2027-03-21', timezone: 'UTC' }, 'at', 'must be a date-time'],
  ['words', { at: 'tomorrow', timezone: 'UTC' }, 'at', 'must be a date-time'],
  [
    'a zone nobody knows',
    { at: '2027-03-21T09:00', timezone: 'Mars/Olympus' },
    'timezone',
    'must be a valid time zone',
  ],
  ['past in every zone', { at: '2027-03-19T23:00', timezone: 'recipient' }, 'at', 'must be in the future.'],
  ['nothing', {}, 'at', 'is required.'],
])('a schedule is refused for %s', async (_, input, field, problem) => {
  const id = await draft();
  const { status, body } = await call(id, 'schedule', input);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
  expect(body.errors[field][0]).toContain(problem);
  expect((await readCampaign(api, id)).status).toBe('draft');
});

test('scheduling fails with the same errors as sending', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Silent', subject: null });
  const { status, body } = await call(await draft({ template: 'Silent' }), 'schedule', { at: '2027-03-21T09:00:00Z' });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(['subject']);
});

test('a scheduled campaign keeps its content, cannot be changed or sent, and is a draft again when unscheduled', async () => {
  const id = await draft();
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  for (const [method, path, body] of [
    ['PUT', '', { name: 'Other' }],
    ['POST', '/send', undefined],
    ['POST', '/schedule', { at: '2027-03-22T09:00:00Z' }],
    ['POST', '/check', undefined],
    ['POST', '/pause', undefined],
  ] as const) {
    expect((await api.rest(method, `/campaigns/${id}${path}`, body)).status, path).toBe(409);
  }
  expect((await api.rest('PUT', `/campaigns/${id}`, { name: 'Other' })).body.message).toBe(
    'Only a draft can be changed. Unschedule the campaign first.',
  );
  expect((await call(id, 'unschedule')).body.data).toMatchObject({
    status: 'draft',
    schedule: null,
    scheduled_at: null,
  });
  expect((await call(id, 'unschedule')).status).toBe(409);
  expect((await api.rest('PUT', `/campaigns/${id}`, { name: 'Other' })).status).toBe(200);
  await clockOf(api).set('2027-03-22T09:00:00Z');
  expect(await sweep()).toBe(0);
  await clockOf(api).set(NOW);
});

test('it is sent as scheduled though its template was deleted', async () => {
  await api.rest('POST', '/templates', { ...TEMPLATE, name: 'Short-lived' });
  const id = await draft({ template: 'Short-lived' });
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  const { body } = await api.rest('GET', '/templates?per_page=100');
  const { id: template } = body.data.find(({ name }: { name: string }) => name === 'Short-lived');
  expect((await api.rest('DELETE', `/templates/${template}`)).status).toBe(204);
  await clockOf(api).set('2027-03-21T09:00:00Z');
  await sweep();
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', failure_reason: null });
  await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('a campaign whose excluded segment was deleted fails with a reason, and is sent to no one', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(3));
  const conditions = { operator: 'and', rules: [{ type: 'language', operator: 'equals', value: 'en' }] };
  const { body } = await api.rest('POST', `/lists/${list}/segments`, { name: 'Left out', conditions });
  const id = await makeCampaign(api, list, { excluded_segments: [body.data.id] });
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  expect((await api.rest('DELETE', `/segments/${body.data.id}`)).status).toBe(204);
  await clockOf(api).set('2027-03-21T09:00:00Z');
  await sweep();
  expect(await readCampaign(api, id)).toMatchObject({
    ...{ status: 'failed', recipients_count: null },
    failure_reason: expect.stringContaining(body.data.id),
  });
  const { data } = (await api.graphql(`{ campaign(id: "${id}") { failureCode pauseCode } }`)).body;
  expect(data.campaign).toEqual({ failureCode: 'SEGMENT_DELETED', pauseCode: null });
  await clockOf(api).set(NOW);
});

test('a campaign whose list was emptied begins, without recipients', async () => {
  const list = await makeList(api);
  await subscribe(api, list, rowsOf(1));
  const id = await makeCampaign(api, list);
  await call(id, 'schedule', { at: '2027-03-21T09:00', timezone: 'recipient' });
  const { body } = await api.rest('GET', `/lists/${list}/subscribers`);
  expect((await api.rest('DELETE', `/subscribers/${body.data[0].id}`)).status).toBe(204);
  await clockOf(api).set('2027-03-21T08:59:00Z');
  await sweep();
  expect((await readCampaign(api, id)).status).toBe('scheduled');
  await clockOf(api).set('2027-03-21T09:15:00Z');
  await sweep();
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', failure_reason: null });
  await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('processes that look at the same moment start it once', async () => {
  const id = await draft();
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  await clockOf(api).set('2027-03-21T09:00:00Z');
  await Promise.all(Array.from({ length: 8 }, sweep));
  const { started_at } = await readCampaign(api, id);
  await clockOf(api).set('2027-03-21T10:00:00Z');
  await sweep();
  expect(await readCampaign(api, id)).toMatchObject({ status: 'sending', started_at });
  await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('a campaign postponed as its time comes keeps its new time', async () => {
  const [first, second] = [await draft(), await draft()];
  await call(first, 'schedule', { at: '2027-03-21T08:59:00Z' });
  await call(second, 'schedule', { at: '2027-03-21T09:00:00Z' });
  await clockOf(api).set('2027-03-21T09:00:00Z');
  const client = new pg.Client({ connectionString: api.databaseUrl });
  await client.connect();
  await client.query(`begin; select from campaigns where team_id = ${api.teamId} and id = '${first}' for update`);
  const looking = sweep(); // has seen both, and waits for the first
  await until(() => lockWaits(client));
  await call(second, 'unschedule');
  await call(second, 'schedule', { at: '2027-05-01T09:00:00Z' });
  await client.end();
  await looking;
  expect((await readCampaign(api, first)).status).toBe('sending');
  expect(await readCampaign(api, second)).toMatchObject({
    status: 'scheduled',
    scheduled_at: '2027-05-01T09:00:00.000Z',
  });
  for (const id of [first, second]) await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('a suspended team starts no campaign until it is active again', async () => {
  const id = await draft();
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  await clockOf(api).set('2027-03-21T09:00:00Z');
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'suspended' } });
  expect(await sweep()).toBe(0);
  await api.db.team.update({ where: { id: api.teamId }, data: { status: 'active' } });
  expect(await sweep()).toBe(1);
  api.installation.access.forget(api.teamId);
  await call(id, 'cancel');
  await clockOf(api).set(NOW);
});

test('a scheduled campaign can be cancelled or deleted, and another team cannot touch it', async () => {
  const id = await draft();
  await call(id, 'schedule', { at: '2027-03-21T09:00:00Z' });
  const options = { token: api.otherToken };
  expect((await api.rest('POST', `/campaigns/${id}/unschedule`, undefined, options)).status).toBe(404);
  expect((await api.rest('POST', `/campaigns/${id}/schedule`, { at: NOW }, options)).status).toBe(404);
  expect((await call(id, 'cancel')).body.data.status).toBe('cancelled');
  const other = await draft();
  await call(other, 'schedule', { at: '2027-03-21T09:00:00Z' });
  expect((await api.rest('GET', '/campaigns?status=scheduled')).body.data.map((one: { id: string }) => one.id)).toEqual(
    [other],
  );
  expect((await api.rest('DELETE', `/campaigns/${other}`)).status).toBe(204);
});
