/**
 * `npx tsx test/bench/report.ts [recipients]`: the report of a campaign of 1,000,000 recipients that is being sent, with 300,000 opens
 * and 60,000 clicks on 20 links: `GET …/report` at rest and under 1,000 clicks a second, counting it all again, and pages and totals
 * of recipients by what they did. BENCH_SECONDS (15) under load.
 */
import autocannon from 'autocannon';
import pg from 'pg';
import { Links } from '../../src/crypto/links.ts';
import { connect } from '../../src/database/connect.ts';
import { recountCampaign } from '../../src/domain/campaigns/recount.ts';
import { createScope, WORKER } from '../../src/scope.ts';
import { compile } from './processes.ts';
import { setStage, TOKEN } from './stage.ts';

const RECIPIENTS = Number(process.argv[2] ?? 1_000_000);
const OPENS = Math.round(RECIPIENTS * 0.3);
const CLICKS = Math.round(RECIPIENTS * 0.06);
const TARGET = 'https://shop.example.com';
const LINKS = 20;
const CLICKS_A_SECOND = 1_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ASKED = 200;
const CAMPAIGN = 'aaaaaaaa-0000-7000-8000-000000000009';
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

const ROWS = `
  insert into templates (team_id, id, name, editor, subject, content, html)
  values (1, 'aaaaaaaa-0000-7000-8000-000000000002', 'News', 'html', 'News', '<p>News</p>', '<p>News</p>');
  insert into people (team_id, key, email)
  select 1, gen_random_uuid(), 'p' || n || '@' || case when n % 2 = 0 then 'gmail.com' when n % 5 = 0 then 'd' || n % 2000 || '.example'
                                                       else 'mail' || n % 15 || '.example' end
  from generate_series(1, ${RECIPIENTS}) n;
  insert into campaigns (team_id, id, list_id, name, template_id, status, enqueued_at, recipients_count, sent_count, started_at, counted)
  select 1, '${CAMPAIGN}', (select id from lists limit 1), 'May', 'aaaaaaaa-0000-7000-8000-000000000002', 'paused', now(),
         ${RECIPIENTS}, ${RECIPIENTS}, now() - interval '20 hours', false;
  insert into messages (team_id, id, kind, campaign_id, person_key, state, sent_at)
  select 1, uuid_v7(), 'campaign', '${CAMPAIGN}', key, 'sent', now() - interval '19 hours' from people where email like 'p%';
  create temporary table m as select row_number() over () as n, id, person_key from messages where campaign_id = '${CAMPAIGN}';
  insert into reactions (team_id, message_id, kind, verdict, at)
  select 1, id, 'open', 'human', now() - interval '19 hours' * random() from m where n <= ${OPENS};
  insert into reactions (team_id, message_id, kind, verdict, target, campaign_id, at)
  select 1, id, 'click', 'human', 'https://shop.example.com/' || n % ${LINKS}, '${CAMPAIGN}', now() - interval '19 hours' * random()
  from m where n <= ${CLICKS};
  vacuum analyze`;

await compile();
const stage = await setStage();
const client = new pg.Client({ connectionString: stage.databaseUrl });
await client.connect();
try {
  for (const statement of ROWS.split(';')) await client.query(statement);
  const counting = performance.now();
  const connection = connect(stage.databaseUrl, 1);
  await recountCampaign(createScope(connection.db, { id: 1 }, WORKER), CAMPAIGN);
  await connection.close();
  console.log(`counting ${RECIPIENTS} recipients from the rows: ${seconds(counting)} s`);
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    `select id from messages where campaign_id = '${CAMPAIGN}' order by random() limit 5000`,
  );
  const { rows: secrets } = await client.query("select value from installation_secrets where name = 'app-secret'");
  const links = new Links(secrets[0].value, '');
  await ask('/report', 20);
  console.log(`at rest: ${percentiles(await ask('/report', ASKED))}`);
  const load = autocannon({
    url: stage.url,
    connections: 50,
    duration: SECONDS,
    overallRate: CLICKS_A_SECOND,
    headers: { 'user-agent': BROWSER },
    requests: rows.map(({ id }, index) => ({
      path: links.url('click', { teamId: 1, id }, `${TARGET}/${index % LINKS}`),
    })),
  });
  const until = performance.now() + SECONDS * 900;
  const under: number[] = [];
  const clicks: number[] = [];
  while (performance.now() < until) {
    under.push(...(await ask('/report', 5)));
    // Timed here: the generator's own figures include the moments in which it makes its requests.
    clicks.push(
      await click(links.url('click', { teamId: 1, id: rows[clicks.length % rows.length].id }, `${TARGET}/0`)),
    );
  }
  const { requests } = await load;
  console.log(`under ${Math.round(requests.average)} clicks/s: ${percentiles(under)}; a click: ${percentiles(clicks)}`);
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
  await stage.close();
}

async function click(path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${stage.url}${path}`, { headers: { 'user-agent': BROWSER }, redirect: 'manual' });
  await answer.arrayBuffer();
  return performance.now() - began;
}

async function ask(path: string, times: number): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const answer = await fetch(`${stage.url}/v1/campaigns/${CAMPAIGN}${path}`, {
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
