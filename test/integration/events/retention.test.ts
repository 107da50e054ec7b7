import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDistributed } from '../../../src/database/layout.ts';
import { type RunningJobs, startJobs } from '../../../src/jobs/start.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { all, daysAgo } from '../../support/segments.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const ANN = 'ann@kept.test';
const LONG_AGO = daysAgo(500);

let api: TestApp;
let jobs: RunningJobs | undefined;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
});
afterAll(async () => {
  await jobs?.stop();
  await api.close();
});

const record = async (team: TestApp, event: object) => (await team.rest('POST', '/events', event)).body.data.status;
const namesOf = async (team: TestApp, email = ANN) =>
  (await team.rest('GET', `/events?email=${email}`)).body.data.map(({ name }: { name: string }) => name);
const parts = async () =>
  (await statement(api.databaseUrl, 'select name from event_months.months')).map(({ name }) => String(name));

/** An installation of years ago: its events of before 2024, of January and of February are in parts of their own. */
const YEARS = `
  alter table events detach partition event_months.events_before;
  alter table events attach partition event_months.events_before for values from (minvalue) to ('018cc251-f400-7000-8000-000000000000');
  create table event_months.events_2024_01 partition of events
    for values from ('018cc251-f400-7000-8000-000000000000') to ('018d61f7-c800-7000-8000-000000000000');
  create table event_months.events_2024_02 partition of events
    for values from ('018d61f7-c800-7000-8000-000000000000') to ('018df74e-0800-7000-8000-000000000000');
  create table event_months.events_now partition of events
    for values from (first_id_at(now() - interval '40 days')) to (first_id_at((date_trunc('month', now() at time zone 'UTC') + interval '1 month') at time zone 'UTC'))`;

/** Events of a team recorded on a day, with references that begin with it. */
async function recordThen(team: TestApp, day: string, count: number): Promise<void> {
  await statement(
    api.databaseUrl,
    `insert into people (team_id, key, email) select ${team.teamId}, person_key(${team.teamId}, '${ANN}'), '${ANN}' on conflict do nothing;
     with given as (
       insert into events (team_id, id, person_key, name, occurred_at, reference)
       select ${team.teamId}, overlay(gen_random_uuid()::text placing left(first_id_at('${day}')::text, 14) from 1)::uuid,
              person_key(${team.teamId}, '${ANN}'), 'visit', '${day}', '${day}-' || n
       from generate_series(1, ${count}) n returning team_id, reference)
     insert into event_references select * from given`,
  );
  if (!isDistributed(api.db)) return;
  // No trigger has counted them.
  await statement(
    api.databaseUrl,
    `insert into person_events (team_id, person_key, name, count, first_at, last_at)
     values (${team.teamId}, person_key(${team.teamId}, '${ANN}'), 'visit', ${count}, '${day}', '${day}')
     on conflict (team_id, person_key, name) do update set count = person_events.count + excluded.count,
       last_at = greatest(person_events.last_at, excluded.last_at)`,
  );
}

describe('events are kept for the team’s retention period', () => {
  let other: TestApp;
  beforeAll(async () => {
    for (const part of YEARS.split(';')) await statement(api.databaseUrl, part);
    other = await openTeam(api);
    const old = { email: ANN, occurred_at: LONG_AGO };
    await record(api, { ...old, name: 'order', value: 1200, currency: 'EUR', reference: 'old-order' });
    await record(other, { ...old, name: 'order', reference: 'old-order' });
    await record(api, { email: ANN, name: 'login', occurred_at: daysAgo(10), reference: 'login-1' });
    await record(api, { email: ANN, name: 'login', occurred_at: LONG_AGO });
    await recordThen(api, '2024-01-10', 3);
    await recordThen(api, '2024-02-10', 5);
    await recordThen(other, '2024-02-20', 2);
    jobs = startJobs(api.installation);
  });

  test('forever, without a period', async () => {
    expect((await api.rest('GET', '/team')).body.data.keep_events_for).toBe(null);
    expect((await namesOf(api)).length).toBe(11);
  });

  test('then older ones are removed from every month, and those of other teams stay', async () => {
    expect((await api.rest('PATCH', '/team', { keep_events_for: 400 })).body.data.keep_events_for).toBe(400);
    await until(async () => (await namesOf(api)).length === 1);
    expect(await namesOf(api)).toEqual(['login']);
    expect(await namesOf(other)).toEqual(['order', 'visit', 'visit']);
  });

  test('a month that no team keeps is dropped; one with events of a team that keeps them is not', async () => {
    await until(async () => !(await parts()).includes('events_2024_01'));
    expect(await parts()).toContain('events_2024_02');
  });

  test('totals stay: counts, rules about them, and sales', async () => {
    const { data } = (await api.rest('GET', `/people?email=${ANN}`)).body;
    expect(data.event_counts).toMatchObject([
      { name: 'login', count: 2, first_at: expect.stringContaining(LONG_AGO.slice(0, 10)) },
      { name: 'order', count: 1 },
      { name: 'visit', count: 8 },
    ]);
    expect(data.revenue).toEqual([{ currency: 'EUR', revenue: 1200, orders: 1 }]);
    const exported = await api.rest('GET', `/people/export?email=${ANN}`);
    expect(exported.body.data.events.length).toBe(1);
    expect(exported.body.data.event_counts).toEqual(data.event_counts);
    const list = await makeList(api);
    await subscribe(api, list, [{ email: ANN }]);
    const conditions = all({ type: 'event', operator: 'performed', value: { name: 'visit', at_least: 8 } });
    const preview = await api.rest('POST', `/lists/${list}/segments/preview`, { conditions });
    expect(preview.body.data.subscribers_count).toBe(1);
  });

  test('a reference is deleted with its event: it may come again, and adds no second sale', async () => {
    expect(await record(api, { email: ANN, name: 'visit', reference: '2024-01-10-1' })).toBe('recorded');
    expect(await record(api, { email: ANN, name: 'visit', reference: '2024-02-10-1' })).toBe('recorded');
    expect(await record(api, { email: ANN, name: 'login', reference: 'login-1' })).toBe('duplicate');
    const order = { email: ANN, name: 'order', value: 1200, currency: 'EUR', reference: 'old-order' };
    expect(await record(api, order)).toBe('recorded');
    expect(await record(other, order)).toBe('duplicate');
    const { data } = (await api.rest('GET', `/people?email=${ANN}`)).body;
    expect(data.revenue).toEqual([{ currency: 'EUR', revenue: 1200, orders: 1 }]);
  });

  test('erased people have no counts either, not even of removed events', async () => {
    expect((await api.rest('POST', '/people/erase', { email: ANN })).status).toBe(204);
    expect((await api.rest('GET', `/people?email=${ANN}`)).body.data.event_counts).toEqual([]);
    const left = `select from person_events where team_id = ${api.teamId} union all select from event_references where team_id = ${api.teamId}`;
    expect(await statement(api.databaseUrl, left)).toEqual([]);
    expect((await namesOf(other)).length).toBe(3);
  });
});
