import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recountCampaign } from '../../../src/domain/campaigns/recount.ts';
import { COUNTING } from '../../../src/domain/ledger/count-reactions.ts';
import { createScope, WORKER } from '../../../src/scope.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { makeList, rowsOf, subscribe } from '../../support/audience.ts';
import { lockWaits } from '../../support/lock-waits.ts';
import { addMailings } from '../../support/mailings.ts';
import { BROWSER, fetchAs, reportOf } from '../../support/received-messages.ts';
import { startServer } from '../../support/server-processes.ts';
import { statement } from '../../support/statement.ts';
import { until } from '../../support/until.ts';

const TARGET = 'https://shop.test/offer';
const PEOPLE = 20;

// On several machines clicks are counted at once and never wait.
const onOneMachine = test.skipIf(process.env.CITUS_URL);

let api: TestApp;
/** A connection that blocks the counting. */
let other: pg.Client;
beforeAll(async () => {
  api = await openTestApp({ databasePool: 12 });
  other = new pg.Client({ connectionString: api.databaseUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await api.close();
});

let campaign: string;
/** Of each person, in the order of their numbers. */
let emails: string[];
/** Of their messages. */
let messages: string[];
let links: string[];
let round = 0;

/** A campaign whose messages were sent a minute ago. */
beforeEach(async () => {
  const { teamId } = api;
  const list = await makeList(api);
  const rows = rowsOf(PEOPLE, `p${++round}-`);
  await subscribe(api, list, rows);
  campaign = crypto.randomUUID();
  const ids = { teamId, listId: list, templateId: crypto.randomUUID() };
  const startedAt = new Date(Date.now() - 90_000);
  await api.db.campaign.create({
    data: { ...ids, id: campaign, name: 'May', status: 'sent', startedAt, sentCount: PEOPLE },
  });
  emails = rows.map(({ email }) => email);
  const people = await api.db.subscriber.findMany({ where: { teamId, listId: list } });
  const idOf = new Map(people.map(({ email }) => [email, crypto.randomUUID()]));
  await addMailings(api.db);
  await api.db.message.createMany({
    data: people.map(({ email, personKey }) => ({
      ...{ teamId, id: idOf.get(email)!, kind: 'campaign' as const, campaignId: campaign, personKey },
      ...{ state: 'sent' as const, sentAt: new Date(Date.now() - 60_000) },
    })),
  });
  await recountCampaign(scope(), campaign); // counts the sent messages
  messages = emails.map((email) => idOf.get(email)!);
  links = messages.map((id) => linkTo(id, TARGET));
});

const linkTo = (id: string, target: string): string =>
  new URL(api.installation.links.url('click', { teamId: api.teamId, id }, target)).pathname;

const scope = () => createScope(api.db, { id: api.teamId }, WORKER);
const clicksOf = async () => (await reportOf(api, campaign)).clicks;
const waiting = () => api.db.uncountedReactions.count({ where: { teamId: api.teamId } });

/** Blocks the counting while `work` runs. */
async function uncounted(work: () => Promise<unknown>): Promise<void> {
  await other.query('select pg_advisory_lock($1, $2)', [COUNTING, api.teamId]);
  try {
    await work();
  } finally {
    await other.query('select pg_advisory_unlock_all()');
  }
}

test('a report includes every click answered before the report', async () => {
  for (const [index, link] of links.entries()) {
    await fetchAs(api, link);
    expect(await clicksOf()).toEqual({ unique: index + 1, total: index + 1, scanners: 0 });
  }
});

onOneMachine('a click is answered while counting is blocked, and counted by the next report', async () => {
  await uncounted(async () => {
    const answers = await Promise.all(links.map((link) => fetchAs(api, link)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(links.map(() => 302));
    expect(await waiting()).toBeGreaterThan(0);
  });
  expect(await clicksOf()).toEqual({ unique: PEOPLE, total: PEOPLE, scanners: 0 });
  expect(await waiting()).toBe(0);
});

onOneMachine('a report has the first thousand links, and a recount agrees', async () => {
  await statement(
    api.databaseUrl,
    `with clicked as (
       insert into reactions (team_id, message_id, kind, verdict, target, campaign_id)
       select ${api.teamId}, '${messages[0]}', 'click', 'human', '${TARGET}/' || n, '${campaign}' from generate_series(1, 999) n
       returning id
     )
     insert into uncounted_reactions (team_id, reactions) select ${api.teamId}, array_agg(id) from clicked`,
  );
  expect(await clicksOf()).toEqual({ unique: 1, total: 999, scanners: 0 });
  const [, ann, bob, cem] = messages as [string, string, string, string];
  await fetchAs(api, linkTo(ann, `${TARGET}/last`));
  expect(await clicksOf()).toEqual({ unique: 2, total: 1_000, scanners: 0 });
  for (const one of [bob, cem]) await fetchAs(api, linkTo(one, `${TARGET}/beyond`));
  const report = await reportOf(api, campaign);
  expect(report.clicks).toEqual({ unique: 4, total: 1_002, scanners: 0 });
  const urls: string[] = report.links.map(({ url }: { url: string }) => url);
  expect(urls).toHaveLength(1_000);
  expect(urls).toContain(`${TARGET}/last`);
  expect(urls).not.toContain(`${TARGET}/beyond`);
  expect(await recountCampaign(scope(), campaign)).toBe(0);
});

onOneMachine('an open and a click that are recorded at the same moment are one open', async () => {
  await statement(
    api.databaseUrl,
    `with recorded as (
       insert into reactions (team_id, message_id, kind, verdict, target, campaign_id) values
         (${api.teamId}, '${messages[0]}', 'open', 'human', null, null),
         (${api.teamId}, '${messages[0]}', 'click', 'human', '${TARGET}', '${campaign}')
       returning id
     )
     insert into uncounted_reactions (team_id, reactions) select ${api.teamId}, array_agg(id) from recorded`,
  );
  const { opens, clicks } = await reportOf(api, campaign);
  expect(opens).toMatchObject({ unique: 1, total: 1 });
  expect(clicks).toMatchObject({ unique: 1, total: 1 });
  expect(await recountCampaign(scope(), campaign)).toBe(0);
});

test('a report by hours ends three days after the beginning', async () => {
  const startAgo = (minutes: number) =>
    api.db.campaign.updateMany({
      where: { id: campaign },
      data: { startedAt: new Date(Date.now() - minutes * 60_000) },
    });
  await startAgo(72 * 60 + 30);
  await fetchAs(api, links[0]!);
  expect((await reportOf(api, campaign)).hours).toEqual([]);
  await startAgo(71 * 60 + 30);
  await fetchAs(api, links[1]!);
  expect((await reportOf(api, campaign)).hours).toEqual([{ hour: 71, opens: 1, clicks: 1 }]);
});

test('a person who clicks another link later counts for both links, and once for the campaign', async () => {
  const two = [`${TARGET}/a`, `${TARGET}/b`];
  for (const url of two) {
    for (const _ of [1, 2]) await fetchAs(api, linkTo(messages[0]!, url));
    await clicksOf(); // counts
  }
  const report = await reportOf(api, campaign);
  expect(report.clicks).toEqual({ unique: 1, total: 4, scanners: 0 });
  expect(report.links).toEqual(two.map((url) => ({ url, unique: 1, total: 2 })));
  expect(await recountCampaign(scope(), campaign)).toBe(0);
});

test('simultaneous reports count each click once', async () => {
  await uncounted(() => Promise.all([...links, ...links].map((link) => fetchAs(api, link))));
  const reports = await Promise.all(Array.from({ length: 20 }, clicksOf));
  expect(reports).toEqual(reports.map(() => ({ unique: PEOPLE, total: PEOPLE * 2, scanners: 0 })));
});

onOneMachine('clicks recorded by a process killed before counting are not lost', async () => {
  const server = await startServer(api.databaseUrl);
  await uncounted(async () => {
    const headers = { 'user-agent': BROWSER };
    for (const link of links) {
      expect((await fetch(server.base + link, { headers, redirect: 'manual' })).status).toBe(302);
    }
    await server.kill();
  });
  expect(await clicksOf()).toEqual({ unique: PEOPLE, total: PEOPLE, scanners: 0 });
});

onOneMachine('a recount agrees while clicks wait to be counted', async () => {
  await fetchAs(api, links[0]!);
  await clicksOf();
  await uncounted(async () => {
    await fetchAs(api, links[0]!);
    expect(await waiting()).toBeGreaterThan(0);
    expect(await recountCampaign(scope(), campaign)).toBe(0);
  });
  expect(await clicksOf()).toEqual({ unique: 1, total: 2, scanners: 0 });
  expect(await recountCampaign(scope(), campaign)).toBe(0);
});

test('people erased while they click stay in the figures, and a recount agrees', async () => {
  const erased = emails.filter((_, index) => index % 2 === 0);
  await Promise.all([
    ...[...links, ...links].map((link) => fetchAs(api, link)),
    ...erased.map((email) => api.rest('POST', '/people/erase', { email })),
  ]);
  expect(await recountCampaign(scope(), campaign)).toBe(0);
  const { total } = await clicksOf();
  expect(total).toBeGreaterThanOrEqual(PEOPLE); // people who were not erased clicked twice
});

onOneMachine('clicks that wait to be counted are counted before their person is erased', async () => {
  let erasing: Promise<unknown> = Promise.resolve();
  await uncounted(async () => {
    await fetchAs(api, links[0]!);
    erasing = api.rest('POST', '/people/erase', { email: emails[0] });
    await until(async () => (await lockWaits(other)) > 0);
  });
  await erasing;
  expect(await clicksOf()).toEqual({ unique: 1, total: 1, scanners: 0 });
  expect(await recountCampaign(scope(), campaign)).toBe(0);
});
