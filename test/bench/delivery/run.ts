/**
 * `npm run bench:delivery`: a campaign of BENCH_MESSAGES (100,000) personalised messages (Liquid, ten tracked links, DKIM of 2048
 * bits) from queued to accepted by a mail server in a separate process over BENCH_POOL (40) connections, compared with a
 * nodemailer pool that composes and signs each message without a database, over 5 connections and over as many: the faster one
 * counts. BENCH_ROUNDS (3) times, one after another.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../../src/database/embedded.ts';
import { databaseHome } from '../../../src/database/home.ts';
import { createLog } from '../../../src/log.ts';
import { callerOf, TOKEN } from '../bench-server.ts';
import { columns, median } from '../compare.ts';
import { compile, Program, serve } from '../processes.ts';
import { residentMb } from '../watch.ts';
import { HTML, SUBJECT } from './newsletter.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 100_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** A campaign must end this soon after its last message. */
const END_MS = 2_500;
const POOL = Number(process.env.BENCH_POOL ?? 40);
const BASELINE_MESSAGES = Math.min(MESSAGES, 10_000);
const AIM = 2;

interface AcceptedCounts {
  ids: number;
  total: number;
}

await compile();
const mailServer = new Program('delivery/mail-server');
const { port } = await mailServer.ask<{ port: number }>();
const mailer = new Program('baseline/mailer');
await mailer.ask();
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, createLog('warn'));
const server = await serve({
  DATABASE_URL: database.url,
  BOOTSTRAP_TOKEN: TOKEN,
  MAIL_URL: `smtp://127.0.0.1:${port}?pool=${POOL}`,
});
const call = callerOf(server.url);
const client = new pg.Client({ connectionString: database.url });
await client.connect();
try {
  console.log(columns(await measure()));
} finally {
  await client.end();
  await server.stop();
  mailServer.stop();
  mailer.stop();
  await database.stop();
  await rm(databaseHome(home), { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
}

async function measure(): Promise<[string, string][]> {
  const list = await prepareData();
  const ours: number[] = [];
  const theirs: number[] = [];
  const memory: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    theirs.push(Math.max(await ordinary(5), await ordinary(POOL)));
    const { rate, memory: kept, queued, cost } = await campaign(list);
    ours.push(rate);
    memory.push(...kept);
    console.log(
      `round ${round}: nodemailer ${theirs.at(-1)!.toFixed(0)}/s, campaign ${rate.toFixed(0)}/s, queued in ${queued.toFixed(1)} s, ${cost} ms of processor each (server + database)`,
    );
  }
  const ratio = median(ours.map((rate, index) => rate / theirs[index]!));
  const quarter = memory.slice(Math.floor(memory.length / 4));
  return [
    ['nodemailer pool, composing and signing', `${median(theirs).toFixed(0)} messages per second`],
    [`campaign of ${MESSAGES}, ledger included`, `${median(ours).toFixed(0)} messages per second`],
    ['ratio', `${ratio.toFixed(2)} (aim ${AIM.toFixed(2)}${ratio >= AIM ? ', met' : ', MISSED'})`],
    ['memory of the server', `${Math.min(...quarter)} to ${Math.max(...quarter)} MB after the first quarter`],
  ];
}

/** Messages a second of the usual way. */
async function ordinary(connections: number): Promise<number> {
  const { seconds } = await mailer.ask<{ seconds: number }>({ port, messages: BASELINE_MESSAGES, connections });
  await mailServer.ask({ reset: true });
  return BASELINE_MESSAGES / seconds;
}

/** From the due time until the last message was accepted, including the queueing. */
async function campaign(list: string) {
  const { id } = await call('POST', '/campaigns', { name: 'Bench', list, template: 'Letter' });
  const memory: number[] = [];
  const before = busy();
  const begun = performance.now();
  await call('POST', `/campaigns/${id}/send`);
  let queued = 0;
  let accepted: AcceptedCounts;
  do {
    await sleep(250);
    memory.push(residentMb(server.pid));
    if (!queued && (await call('GET', `/campaigns/${id}`)).recipients_count !== null)
      queued = performance.now() - begun;
    accepted = await mailServer.ask<AcceptedCounts>({});
  } while (accepted.total < MESSAGES && performance.now() - begun < 1_800_000);
  const seconds = (performance.now() - begun) / 1000;
  const after = busy();
  let report: Record<string, unknown>;
  do {
    await sleep(250);
    report = await call('GET', `/campaigns/${id}`);
  } while (report.status !== 'sent' && performance.now() - begun < seconds * 1000 + END_MS);
  accepted = await mailServer.ask<AcceptedCounts>({ reset: true });
  if (
    accepted.ids !== MESSAGES ||
    accepted.total !== MESSAGES ||
    report.sent_count !== MESSAGES ||
    report.status !== 'sent'
  ) {
    throw new Error(`not exact: ${JSON.stringify({ accepted, report })}`);
  }
  await client.query('delete from campaigns');
  await client.query('vacuum messages');
  const cost = (side: 'server' | 'database') => ((after[side] - before[side]) * 1000) / MESSAGES;
  return {
    rate: MESSAGES / seconds,
    memory,
    queued: queued / 1000,
    cost: `${cost('server').toFixed(2)} + ${cost('database').toFixed(2)}`,
  };
}

/** People, a template, and a key that counts as found in DNS. */
async function prepareData(): Promise<string> {
  const { id } = await call('POST', '/lists', { name: 'News', from_email: 'news@shop.example.com', from_name: 'News' });
  await call('POST', '/templates', { name: 'Letter', editor: 'html', subject: SUBJECT, content: HTML });
  await call('PATCH', '/team', { postal_address: 'Baker Street 1, London' });
  await call('POST', '/sending-domains', { domain: 'shop.example.com' });
  await client.query('update sending_domains set verified_at = now()');
  await client.query(
    `insert into people (team_id, key, email) select 1, gen_random_uuid(), 'n' || n || '@example.com' from generate_series(1, $1::int) n`,
    [MESSAGES],
  );
  await client.query(
    `insert into subscribers (team_id, id, list_id, person_key, email, first_name, last_name, attributes, status)
     select 1, gen_random_uuid(), $1, key, email, 'First' || row_number() over (), 'Last', '{"city": "Köln"}', 'subscribed' from people`,
    [id],
  );
  await client.query('vacuum analyze');
  return id;
}

/** Processor seconds of the server's and the database's processes. */
function busy() {
  const ticks = (pid: string | number) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /, '').split(' ');
    return {
      used: (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / 100,
      parent: fields[1],
    };
  };
  const postmaster = readFileSync(join(databaseHome(home), 'postgresql/data/postmaster.pid'), 'utf8').split('\n')[0]!;
  let database = ticks(postmaster).used;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const { used, parent } = ticks(pid);
      if (parent === postmaster) database += used;
    } catch {} // it has ended since
  }
  return { server: ticks(server.pid).used, database };
}
