import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDelivery } from '../../src/delivery/start-delivery.ts';
import { readMailUrl } from '../../src/delivery/transports/mail-url.ts';
import { createOutbox } from '../../src/delivery/transports/outbox.ts';
import { createSmtp } from '../../src/delivery/transports/smtp.ts';
import type { Transport } from '../../src/delivery/transports/transport.ts';
import { recountCampaigns } from '../../src/domain/campaigns/recount.ts';
import { openTeam, openTestApp, type TestApp } from '../support/app.ts';
import { readSubscriber, subscribe } from '../support/audience.ts';
import { makeCampaign } from '../support/campaigns.ts';
import { ask } from '../support/graphql.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/members.ts';
import { statement } from '../support/statement.ts';
import { until } from '../support/until.ts';

const LOAD = 'mutation { loadSampleData { sampleData { peopleCount listIds templateIds campaignIds } } }';
const REMOVE = 'mutation { removeSampleData { peopleCount keptLists { id name } keptTemplates { name } } }';
const SLOW = 120_000;
const PERSON = 'ada.albrecht.0@tidings-sample.example';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const load = async (team: TestApp) => (await ask(team, LOAD)).loadSampleData.sampleData;
const remove = async (team: TestApp) => (await ask(team, REMOVE)).removeSampleData;
const dataOf = async (team: TestApp, path: string) => (await team.rest('GET', path)).body.data;

/** The error of a refused call. */
async function refusal(team: TestApp, mutation: string, options?: object) {
  const [error] = (await team.graphql(mutation, {}, options)).body.errors;
  return { message: error.message, code: error.extensions.code, reason: error.extensions.reason };
}

/** How many rows a team has in each table, apart from the logs of its calls. */
async function countRows({ databaseUrl, teamId }: TestApp): Promise<unknown> {
  const tables = await statement(
    databaseUrl,
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'team_id' and t.table_type = 'BASE TABLE'
       and c.table_name not in ('audit_log', 'rate_windows', 'changes', 'api_requests') order by 1`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count from ${name} where team_id = ${teamId}`,
  );
  return statement(databaseUrl, `${counts.join(' union all ')} order by 1`);
}

test(
  'sample data fills every screen and counts as no use of the team',
  async () => {
    const team = await openTeam(app);
    expect(await ask(team, '{ sampleData { loadedAt } }')).toEqual({ sampleData: null });
    expect(await load(team)).toMatchObject({ peopleCount: 200 });
    const sent = await dataOf(team, '/campaigns?status=sent');
    const reports = await Promise.all(sent.map(({ id }: { id: string }) => dataOf(team, `/campaigns/${id}/report`)));
    expect(reports).toHaveLength(8);
    expect(reports.every(({ delivered, opens }) => delivered > 50 && opens.unique > 10)).toBe(true);
    expect(reports.reduce((sum, { clicks }) => sum + clicks.unique, 0)).toBeGreaterThan(20);
    expect(reports.some(({ revenue }) => revenue.length > 0)).toBe(true);
    const [automation] = await dataOf(team, '/automations');
    expect(automation.status).toBe('draft');
    expect((await dataOf(team, `/automations/${automation.id}/report`)).completed).toBeGreaterThan(10);
    const lists = await dataOf(team, '/lists');
    const newsletter = lists.find(({ name }: { name: string }) => name === 'Newsletter (sample)');
    for (const path of ['/templates', '/tags', '/fields', '/forms', '/transactional-mails', '/events/names'])
      expect([path, (await dataOf(team, path)).length > 0]).toEqual([path, true]);
    expect(await dataOf(team, `/lists/${newsletter.id}/segments`)).toHaveLength(4);
    expect((await dataOf(team, '/usage')).messages_sent_this_month.total).toBe(0);
    const waiting = `select state from messages where team_id = ${team.teamId} and state not in ('sent', 'failed')`;
    expect(await statement(team.databaseUrl, waiting)).toEqual([]);
  },
  SLOW,
);

test(
  'a removal leaves no row behind, so that sample data can be loaded again',
  async () => {
    const team = await openTeam(app);
    const before = await countRows(team);
    const usage = await dataOf(team, '/usage');
    await load(team);
    expect(await countRows(team)).toContainEqual({ name: 'people', count: 200 });
    expect(await remove(team)).toEqual({ peopleCount: 200, keptLists: [], keptTemplates: [] });
    expect(await countRows(team)).toEqual(before);
    expect(await dataOf(team, '/usage')).toEqual(usage);
    expect(await remove(team)).toEqual({ peopleCount: 0, keptLists: [], keptTemplates: [] });
    expect(await load(team)).toMatchObject({ peopleCount: 200 });
  },
  SLOW,
);

test(
  'the counted figures of sample campaigns are those of their rows',
  async () => {
    const team = await openTeam(app);
    const { campaignIds } = await load(team);
    const ids = campaignIds.map((id: string) => ({ teamId: team.teamId, id }));
    const wrong: number[] = [];
    for await (const one of recountCampaigns(app.installation.connection.db, ids)) wrong.push(one.wrong);
    expect(wrong).toEqual(campaignIds.map(() => 0));
  },
  SLOW,
);

test(
  "a team's own people, campaigns, templates and words survive a removal, with the list that they need",
  async () => {
    const team = await openTeam(app);
    const own = (await team.rest('POST', '/lists', { name: 'Own', from_email: 'me@shop.test' })).body.data.id;
    await subscribe(team, own, [{ email: 'old@people.test', tags: ['vip'] }]);
    const { listIds } = await load(team);
    const lists = await Promise.all(listIds.map((id: string) => dataOf(team, `/lists/${id}`)));
    const [newsletter, wholesale] = ['Newsletter (sample)', 'Wholesale (sample)'].map((name) =>
      lists.find((list) => list.name === name),
    );
    await subscribe(team, newsletter.id, [
      { email: 'new@people.test', tags: ['regular'], attributes: { city: 'Porto' } },
    ]);
    await subscribe(team, own, [{ email: PERSON }]);
    const campaign = await makeCampaign(team, wholesale.id, { template: 'Newsletter: letter (sample)' });
    const welcome = (await dataOf(team, '/templates?search=welcome')).find(
      ({ name }: { name: string }) => name === 'Welcome (sample)',
    );
    await team.rest('PUT', `/templates/${welcome.id}`, { subject: 'My own welcome' });

    const removed = await remove(team);
    expect(removed.peopleCount).toBe(200);
    expect(removed.keptLists.map(({ name }: { name: string }) => name).sort()).toEqual([
      newsletter.name,
      wholesale.name,
    ]);
    expect(removed.keptTemplates.map(({ name }: { name: string }) => name).sort()).toEqual([
      'Newsletter: letter (sample)',
      'Welcome (sample)',
    ]);
    expect(await readSubscriber(team, newsletter.id, 'new@people.test')).toMatchObject({
      status: 'subscribed',
      tags: ['regular'],
      attributes: { city: 'Porto' },
    });
    expect((await dataOf(team, `/lists/${own}/subscribers`)).map(({ email }: { email: string }) => email)).toEqual([
      'old@people.test',
    ]);
    const names =
      (path: string, key = 'name') =>
      async () =>
        (await dataOf(team, path)).map((row: Record<string, string>) => row[key]).sort();
    expect(await names('/tags')()).toEqual(['regular', 'vip']);
    expect(await names('/fields', 'key')()).toEqual(['city']);
    expect(await names('/campaigns', 'id')()).toEqual([campaign]);
    expect(await names('/automations')()).toEqual([]);
    expect(await ask(team, '{ sampleData { loadedAt } }')).toEqual({ sampleData: null });
  },
  SLOW,
);

test(
  'a second load is refused, and changes nothing',
  async () => {
    const team = await openTeam(app);
    await load(team);
    const before = await countRows(team);
    expect(await refusal(team, LOAD)).toEqual({
      message: 'The team has sample data already. Remove it first.',
      code: 'CONFLICT',
      reason: 'SAMPLE_DATA_LOADED',
    });
    expect(await countRows(team)).toEqual(before);
  },
  SLOW,
);

test(
  'sample data that an automation or a webhook would react to is refused',
  async () => {
    const team = await openTeam(app);
    const webhook = (await team.rest('POST', '/webhooks', { url: 'https://hooks.shop.test/in', kinds: ['*'] })).body
      .data;
    expect(await refusal(team, LOAD)).toMatchObject({
      message: expect.stringContaining('The webhook https://hooks.shop.test/in would be notified'),
      reason: 'WOULD_REACT',
    });
    await team.rest('PATCH', `/webhooks/${webhook.id}`, { enabled: false });
    const steps = [{ id: 'hour', type: 'wait', for: 'PT1H' }];
    const automation = { name: 'VIPs', trigger: { type: 'tag_added', tag: 'VIP' }, steps };
    const { id } = (await team.rest('POST', '/automations', automation)).body.data;
    await team.rest('POST', `/automations/${id}/activate`);
    expect(await refusal(team, LOAD)).toMatchObject({
      message: expect.stringContaining('The automation "VIPs" would start for the sample people.'),
      reason: 'WOULD_REACT',
    });
    await team.rest('POST', `/automations/${id}/pause`);
    expect(await load(team)).toMatchObject({ peopleCount: 200 });
    const signals = `select from automation_runs where team_id = ${team.teamId} and automation_id = '${id}'`;
    expect(await statement(team.databaseUrl, signals)).toEqual([]);
  },
  SLOW,
);

test('readers cannot load or remove sample data', async () => {
  const team = await openTeam(app);
  const viewer = await signIn(team, 'viewer', 'sample-viewer@staff.test');
  for (const mutation of [LOAD, REMOVE])
    for (const options of [{ token: team.readToken }, viewer.options])
      expect((await refusal(team, mutation, options)).code).toBe('FORBIDDEN');
});

test(
  'the audit log names who loaded and removed sample data',
  async () => {
    const team = await openTeam(app);
    await load(team);
    await remove(team);
    await remove(team);
    const { auditLog } = await ask(team, '{ auditLog { nodes { action count } } }');
    expect(auditLog.nodes).toEqual([
      { action: 'SAMPLE_DATA_REMOVED', count: 200 },
      { action: 'SAMPLE_DATA_LOADED', count: null },
    ]);
  },
  SLOW,
);

test(
  'a mail server never gets an e-mail to sample people, but the outbox does',
  async () => {
    const team = await openTeam(app);
    const server = await startMailServer();
    const folder = await mkdtemp(join(tmpdir(), 'tidings-sample-'));
    const mail = { from: 'me@shop.test', subject: 'Hello', html: '<p>Hello</p>' };
    const send = async (to: string[]) =>
      (await team.rest('POST', '/transactional-mails', { ...mail, to })).body.data.id;
    /** The e-mails once they are sent or failed. */
    const deliver = async (transport: Transport, ids: string[]) => {
      const delivery = startDelivery({ ...app.installation, transport });
      const read = () => Promise.all(ids.map((id) => dataOf(team, `/transactional-mails/${id}`)));
      await until(async () => (await read()).every(({ status }) => status !== 'pending'));
      await delivery.stop();
      return (await read()).map(({ status }) => status);
    };
    const smtp = createSmtp(readMailUrl(server.url));
    expect(await deliver(smtp, [await send([PERSON]), await send(['ann@people.test', PERSON])])).toEqual([
      'failed',
      'failed',
    ]);
    expect(server.received).toEqual([]);
    expect(await deliver(createOutbox(folder), [await send([PERSON])])).toEqual(['sent']);
    await server.close();
    await rm(folder, { recursive: true, force: true });
  },
  SLOW,
);
