import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedTeam } from '../../src/demo/seed.ts';
import { recountCampaigns } from '../../src/domain/campaigns/recount.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { statement } from '../support/statement.ts';

const PEOPLE = 400;

const seed = ({ teamId, installation: { connection, outbound } }: TestApp) =>
  seedTeam(createScope(connection.db, { id: teamId }, WORKER), outbound, () => undefined, PEOPLE);

test('a cluster refuses the demo before anything is written', async () => {
  const app = await openTestApp({}, { withoutTriggers: true });
  try {
    const before = [await app.db.list.count(), await app.db.template.count()];
    await expect(seed(app)).rejects.toThrow('There is no demo data on Citus');
    expect([await app.db.list.count(), await app.db.template.count()]).toEqual(before);
  } finally {
    await app.close();
  }
});

describe.skipIf(process.env.CITUS_URL || process.env.TEST_LAYOUT === 'distributed')('the demo', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
    await seed(app);
  }, 120_000);
  afterAll(() => app.close());

  const data = async (path: string) => (await app.rest('GET', path)).body.data;

  test('the demo has a year of sent campaigns with opens, clicks and orders', async () => {
    const campaigns: { id: string; name: string; started_at: string }[] = await data(
      '/campaigns?status=sent&per_page=100',
    );
    expect(campaigns).toHaveLength(26);
    const days = campaigns.map(({ started_at }) => (Date.now() - Date.parse(started_at)) / 86_400_000);
    expect([Math.floor(Math.min(...days)), Math.floor(Math.max(...days))]).toEqual([
      expect.closeTo(2, -1),
      expect.closeTo(352, -1),
    ]);
    const reports = await Promise.all(campaigns.map(({ id }) => data(`/campaigns/${id}/report`)));
    expect(
      reports.every(({ delivered, opens, rates }) => delivered > 100 && opens.unique > 20 && rates.open < 0.7),
    ).toBe(true);
    const totals = reports.map(({ clicks, unsubscribes, revenue }) => [clicks.unique, unsubscribes, revenue.length]);
    const [clicked, left, sold] = [0, 1, 2].map((column) => totals.reduce((sum, row) => sum + row[column]!, 0));
    expect([clicked! > 100, left! > 0, sold! > 5]).toEqual([true, true, true]);
  });

  test('an A/B test of the demo has a winner', async () => {
    const [tested] = (await data('/campaigns?status=sent&per_page=100')).filter(({ test }: { test: unknown }) => test);
    const report = await data(`/campaigns/${tested.id}/report`);
    expect(report.variants.map(({ delivered }: { delivered: number }) => delivered > 0)).toEqual([true, true]);
    expect(tested.test.winner).toBe(2);
  });

  test('the counted figures of the demo are those of its rows', async () => {
    const { db } = app.installation.connection;
    const campaigns = await app.db.campaign.findMany({ where: { status: 'sent' } });
    const wrong: number[] = [];
    for await (const one of recountCampaigns(
      db,
      campaigns.map(({ id }) => ({ teamId: app.teamId, id })),
    ))
      wrong.push(one.wrong);
    expect(wrong).toEqual(campaigns.map(() => 0));
  });

  test('people passed the automations of the demo', async () => {
    const automations: { id: string; name: string; status: string }[] = await data('/automations');
    const reports = await Promise.all(automations.map(({ id }) => data(`/automations/${id}/report`)));
    expect(automations.map(({ status }) => status)).not.toContain('draft');
    expect(reports.every(({ completed }) => completed > 10)).toBe(true);
  });

  test('nothing of the demo waits to be sent', async () => {
    const waiting = await statement(
      app.databaseUrl,
      `select state from messages where state not in ('sent', 'failed')`,
    );
    expect(waiting).toEqual([]);
  });

  test('people of the demo are listed by the time at which they joined', async () => {
    const [newsletter] = (await data('/lists')).filter(({ name }: { name: string }) => name === 'Newsletter');
    const people: { created_at: string }[] = await data(`/lists/${newsletter.id}/subscribers?per_page=50`);
    const times = people.map(({ created_at }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(50);
  });
});
