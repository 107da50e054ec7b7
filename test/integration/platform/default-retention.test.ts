import { afterEach, describe, expect, test } from 'vitest';
import { readConfig, SetupError } from '../../../src/config.ts';
import { startJobs } from '../../../src/jobs/start.ts';
import { openTeam, openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, subscribe } from '../../support/audience.ts';
import { makeCampaign, TEMPLATE, untilEnded } from '../../support/campaigns.ts';
import { openInbox } from '../../support/inbox.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

let close: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of close.toReversed()) await one();
  close = [];
});

async function openWith(env: Record<string, string>): Promise<TestApp> {
  const api = await openTestApp({ keep: readConfig(env).keep });
  close.push(() => api.close());
  return api;
}

function work(api: TestApp): void {
  const jobs = startJobs(api.installation);
  close.push(() => jobs.stop());
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const record = (api: TestApp, name: string, days: number) =>
  api.rest('POST', '/events', { email: 'ann@people.test', name, occurred_at: daysAgo(days) });
const names = async (api: TestApp) =>
  (await api.rest('GET', '/people/export?email=ann@people.test')).body.data.events.map(
    ({ name }: { name: string }) => name,
  );

describe('events of a team without its own setting', () => {
  test('are kept for the period of the installation, and those of other teams for their own', async () => {
    const api = await openWith({ KEEP_EVENTS_DAYS: '400' });
    const [longer, shorter] = [await openTeam(api), await openTeam(api)];
    await longer.rest('PATCH', '/team', { keep_events_for: 36_500 });
    await shorter.rest('PATCH', '/team', { keep_events_for: 100 });
    for (const team of [api, longer, shorter]) {
      for (const [name, days] of Object.entries({ ancient: 500, old: 200, young: 5 })) await record(team, name, days);
    }
    work(api);
    await until(async () => (await names(api)).length === 2 && (await names(shorter)).length === 1);
    expect((await names(api)).toSorted()).toEqual(['old', 'young']);
    expect(await names(shorter)).toEqual(['young']);
    expect(await names(longer)).toHaveLength(3);
    expect((await api.rest('GET', '/team')).body.data.keep_events_for).toBe(null);
  });

  test('are kept forever if the installation has no setting', async () => {
    const api = await openWith({});
    const other = await openTeam(api);
    await other.rest('PATCH', '/team', { keep_events_for: 100 });
    for (const team of [api, other]) await record(team, 'ancient', 3_000);
    work(api);
    await until(async () => (await names(other)).length === 0);
    expect(await names(api)).toEqual(['ancient']);
  });

  test('a month that no team keeps, by its own setting or the default, is dropped', async () => {
    const api = await openWith({ KEEP_EVENTS_DAYS: '400' });
    const [from, to] = ['018cc251-f400-7000-8000-000000000000', '018d61f7-c800-7000-8000-000000000000'];
    for (const part of [
      'alter table events detach partition event_months.events_before',
      `alter table events attach partition event_months.events_before for values from (minvalue) to ('${from}')`,
      `create table event_months.events_2024_01 partition of events for values from ('${from}') to ('${to}')`,
    ]) {
      await statement(api.databaseUrl, part);
    }
    const months = () => statement(api.databaseUrl, `select from event_months.months where name = 'events_2024_01'`);
    expect(await months()).toHaveLength(1);
    work(api);
    await until(async () => (await months()).length === 0);
  });
});

test('messages of campaigns are kept for the period of the installation, unless the team sets its own', async () => {
  const api = await openWith({ KEEP_MESSAGES_DAYS: '540' });
  const inbox = await openInbox(api.installation);
  close.push(() => inbox.stop());
  const other = await openTeam(api);
  await other.rest('PATCH', '/team', { keep_messages_for: 900 });
  work(api);
  const campaigns: [TestApp, string][] = [];
  for (const team of [api, other]) {
    await team.rest('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
    await team.rest('POST', '/templates', TEMPLATE);
    const list = await makeList(team);
    await subscribe(team, list, [{ email: 'ann@people.test' }]);
    const id = await makeCampaign(team, list);
    await team.rest('POST', `/campaigns/${id}/send`);
    await untilEnded(team, id);
    campaigns.push([team, id]);
  }
  await statement(api.databaseUrl, `update campaigns set ended_at = now() - interval '600 days'`);
  const jobs = startJobs(api.installation); // a start looks for what is old
  close.push(() => jobs.stop());
  const recipients = ([team, id]: [TestApp, string]) =>
    team.rest('GET', `/campaigns/${id}/recipients`).then(({ body }) => body.meta.total);
  await until(async () => (await recipients(campaigns[0]!)) === 0);
  expect(await recipients(campaigns[1]!)).toBe(1);
});

describe('settings', () => {
  test.each([
    ['KEEP_TOUCHES_DAYS', '89', 'must be at least 90, or 0 (0 keeps it forever)'],
    ['KEEP_FEEDBACK_DAYS', '1', 'must be at least 90, or 0 (0 keeps it forever)'],
    ['KEEP_CHANGES_DAYS', '30', 'must be at least 90, or 0 (0 keeps it forever)'],
    ['KEEP_RUNS_DAYS', '365', 'must be at least 366, or 0 (0 keeps it forever)'],
    ['KEEP_MESSAGES_DAYS', '29', 'must be at least 30, or 0 (0 keeps it forever)'],
    ['KEEP_EVENTS_DAYS', '-1', 'must be at least 0 (0 keeps it forever)'],
    ['KEEP_EVENTS_DAYS', '36501', 'must be at most 36500'],
    ['KEEP_RUNS_DAYS', 'long', 'must be a number'],
    ['KEEP_TOUCHES_DAYS', '90.5', 'must be a whole number'],
  ])('%s=%s is refused with the allowed values', (name, value, problem) => {
    expect(() => readConfig({ [name]: value })).toThrow(new SetupError(`${name} ${problem}`));
  });

  test('data are kept for two years by default, forever with 0, and by default forever where teams have a setting', () => {
    const usual = { touches: 730, feedback: 730, changes: 730, runs: 730, mails: 400 };
    expect(readConfig({}).keep).toMatchObject(usual);
    expect(readConfig({}).keep).toMatchObject({ events: undefined, messages: undefined });
    const never = ['TOUCHES', 'FEEDBACK', 'CHANGES', 'RUNS'].map((name) => [`KEEP_${name}_DAYS`, '0']);
    expect(readConfig(Object.fromEntries(never)).keep).toMatchObject({ touches: undefined, runs: undefined });
  });
});
