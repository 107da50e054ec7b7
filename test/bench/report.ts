/**
 * `npx tsx test/bench/report.ts [recipients]`: the report of a campaign of 1,000,000 recipients, with 300,000 opens and 60,000
 * clicks on 20 links: `GET …/report` at rest, under 1,000 clicks a second, while its last 60,000 messages are sent to a
 * mail server, and under both; recounting all figures, and pages and totals of recipients by their actions. BENCH_SECONDS (15)
 * each.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { Links } from '../../src/crypto/links.ts';
import { connect } from '../../src/database/connect.ts';
import { recountCampaign } from '../../src/domain/campaigns/recount.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import { callerOf, startBenchServer, TOKEN } from './bench-server.ts';
import { HTML, SUBJECT } from './delivery/newsletter.ts';
import { compile, Program } from './processes.ts';

const RECIPIENTS = Number(process.argv[2] ?? 1_000_000);
const WAITING = 60_000;
const OPENS = Math.round(RECIPIENTS * 0.3);
const CLICKS = Math.round(RECIPIENTS * 0.06);
const TARGET = 'https://shop.example.com';
const LINKS = 20;
const CLICKS_A_SECOND = 1_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ASKED = 200;
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

const PEOPLE = `
  insert into people (team_id, key, email)
  select 1, gen_random_uuid(), 'p' || n || '@' || case when n % 2 = 0 then 'gmail.com' when n % 5 = 0 then 'd' || n % 2000 || '.example'
                                                       else 'mail' || n % 15 || '.example' end
  from generate_series(1, ${RECIPIENTS}) n;
  insert into people (team_id, key, email) select 1, gen_random_uuid(), 'waiting' || n || '@example.com' from generate_series(1, ${WAITING}) n;
  insert into subscribers (team_id, id, list_id, person_key, email, first_name, attributes, status)
  select 1, gen_random_uuid(), (select id from lists where name = 'News'), key, email, 'Ann', '{"city": "Köln"}', 'subscribed'
  from people where email like 'waiting%';
  vacuum analyze`;

/** The sent messages of the paused campaign, besides the waiting ones. */
const SENT = (campaign: string) => `
  insert into messages (team_id, id, kind, campaign_id, person_key, state, sent_at)
  select 1, uuid_v7(), 'campaign', '${campaign}', key, 'sent', now() - interval '19 hours' from people where email like 'p%';
  update campaigns set counted = false, started_at = now() - interval '20 hours', sent_count = ${RECIPIENTS},
                       recipients_count = ${RECIPIENTS} + ${WAITING};
  create temporary table m as select row_number() over () as n, id, person_key from messages where sent_at is not null;
  insert into reactions (team_id, message_id, kind, verdict, at)
  select 1, id, 'open', 'human', now() - interval '19 hours' * random() from m where n <= ${OPENS};
  insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
  select 1, id, 'click', 'human', '${TARGET}/' || n % ${LINKS}, '${campaign}', now() - interval '19 hours' * random()
  from m where n <= ${CLICKS};
  vacuum analyze`;

await compile();
const mailServer = new Program('delivery/mail-server');
const { port } = await mailServer.ask<{ port: number }>();
const benchServer = await startBenchServer({ MAIL_URL: `smtp://127.0.0.1:${port}?pool=40` });
const call = callerOf(benchServer.url);
const client = new pg.Client({ connectionString: benchServer.databaseUrl });
await client.connect();
let campaign = '';
try {
  campaign = await pausedCampaign();
  await execute(SENT(campaign));
  const counting = performance.now();
  const connection = connect(benchServer.databaseUrl, 1);
  await recountCampaign(createScope(connection.db, { id: 1 }, WORKER), campaign);
  await connection.close();
  console.log(`counting ${RECIPIENTS} recipients from the rows: ${seconds(counting)} s`);
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select id from messages where campaign_id = '${campaign}' and sent_at is not null order by random() limit 5000`,
  );
  const { rows: secrets } = await client.query("select value from installation_secrets where name = 'app-secret'");
  const links = new Links(secrets[0].value, '');
  await ask('/report', 20);
  console.log(`at rest: ${percentiles(await ask('/report', ASKED))}`);
  const paths = rows.map(({ id }, index) => links.url('click', { teamId: 1, id }, `${TARGET}/${index % LINKS}`));
  await underClicks('paused', paths);
  await call('POST', `/campaigns/${campaign}/resume`);
  while (Number((await call('GET', `/campaigns/${campaign}`)).sent_count) === RECIPIENTS) await sleep(100);
  console.log(`while it is being sent: ${await sending(async () => percentiles(await ask('/report', ASKED)))}`);
  await sending(() => underClicks('being sent', paths));
  for (const query of [
    'opened=true',
    'opened=false',
    'clicked=true',
    `link=https://shop.example.com/3`,
    'link=https://none.example',
  ]) {
    console.log(`recipients?${query}: ${percentiles(await ask(`/recipients?${query}`, 20))}`);
  }
} finally {
  await client.end();
  await benchServer.close();
  mailServer.stop();
}

/** A campaign with waiting messages. */
async function pausedCampaign(): Promise<string> {
  await call('POST', '/lists', { name: 'News', from_email: 'news@shop.example.com', from_name: 'News' });
  await call('POST', '/templates', { name: 'Letter', editor: 'html', subject: SUBJECT, content: HTML });
  await call('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await execute(PEOPLE);
  const { rows } = await client.query("select id from lists where name = 'News'");
  const { id } = await call('POST', '/campaigns', {
    name: 'May',
    list: rows[0].id,
    template: 'Letter',
    send_window: CLOSED(),
  });
  await call('POST', `/campaigns/${id}/send`);
  while ((await call('GET', `/campaigns/${id}`)).recipients_count === null) await sleep(250);
  await call('POST', `/campaigns/${id}/pause`);
  await client.query('update campaigns set send_from = null, send_to = null');
  return id;
}

/** A send window that is closed now. */
function CLOSED() {
  const at = (hours: number) => `${String((new Date().getUTCHours() + hours) % 24).padStart(2, '0')}:00`;
  return { from: at(10), to: at(12) };
}

async function execute(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await client.query(statement);
}

/** Runs the work, and prints the messages sent per second in the meantime; fails when none was left. */
async function sending<Result>(work: () => Promise<Result>): Promise<Result> {
  const sent = async () => Number((await call('GET', `/campaigns/${campaign}`)).sent_count);
  const before = await sent();
  const began = performance.now();
  const result = await work();
  const after = await sent();
  if (after >= RECIPIENTS + WAITING) throw new Error('all was sent before the end: more must wait');
  console.log(
    `${Math.round(((after - before) * 1_000) / (performance.now() - began))} messages per second were sent meanwhile`,
  );
  return result;
}

/** The report, and separately timed clicks, under 1,000 clicks a second. */
async function underClicks(state: string, paths: string[]): Promise<void> {
  const load = autocannon({
    url: benchServer.url,
    connections: 50,
    duration: SECONDS,
    overallRate: CLICKS_A_SECOND,
    headers: { 'user-agent': BROWSER },
    requests: paths.map((path) => ({ path })),
  });
  const until = performance.now() + SECONDS * 900;
  const under: number[] = [];
  const clicks: number[] = [];
  while (performance.now() < until) {
    under.push(...(await ask('/report', 5)));
    // Timed here: the generator's own figures include the time of making requests.
    clicks.push(await click(paths[clicks.length % paths.length]!));
  }
  const { requests } = await load;
  console.log(
    `${state}, under ${Math.round(requests.average)} clicks/s: ${percentiles(under)}; a click: ${percentiles(clicks)}`,
  );
}

async function click(path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${benchServer.url}${path}`, { headers: { 'user-agent': BROWSER }, redirect: 'manual' });
  await answer.arrayBuffer();
  return performance.now() - began;
}

async function ask(path: string, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const answer = await fetch(`${benchServer.url}/v1/campaigns/${campaign}${path}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
    took.push(performance.now() - began);
  }
  return took;
}

function percentiles(took: number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${sorted.length} calls)`;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}
