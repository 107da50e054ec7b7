/**
 * `CITUS_URL=… npm run bench:citus`: the product on a distributed database, compared with the product on an undistributed one, on
 * the coordinator of the same cluster, alternately. On one machine this shows the cost of distribution, not the gain of more
 * machines. BENCH_ROUNDS (7), BENCH_SECONDS (3), BENCH_MESSAGES (1,000); words select: subscribe update mail events singles mails
 * campaign.
 */

import { TOKEN } from './bench-server.ts';
import { compare, type Measure, table } from './compare.ts';
import { openDistributed, openUndistributed } from './database.ts';
import { type Installation, openInstallation, until } from './delivery/installation.ts';
import type { BatchLoad, SinglesLoad, WriteLoad } from './load.ts';
import { compile, Program } from './processes.ts';
import { signUp, TEMPLATE } from './write-bodies.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000);
const AIM = 0.7;
const CONNECTIONS = 50;
const BATCHES = 20;
const SINGLES = 5_000;
/** Above the references that batches use. */
const FIRST_SINGLE = 1_000_000_000;
/** More than a round writes. */
const PART = 1_000_000;
const KNOWN = 2_000;
const MAIL_CONNECTIONS = 40;
const HEADERS = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };

const clusterUrl = process.env.CITUS_URL;
if (!clusterUrl) throw new Error('CITUS_URL is to lead to the coordinator of a cluster');

/** A rate of one side, by the number of its round. */
type Rate = (installation: Installation) => Promise<Measure>;

const load = new Program('load');
const ask = async (asked: WriteLoad | BatchLoad | SinglesLoad): Promise<number> =>
  (await load.ask<{ rate: number }>(asked)).rate;

const writing =
  (
    writes: WriteLoad['writes'],
    method: string,
    pathsOf: (installation: Installation) => string[] | Promise<string[]>,
  ): Rate =>
  async (installation) => {
    const paths = await pathsOf(installation);
    const sent = { url: installation.url, method, headers: HEADERS, paths, connections: CONNECTIONS, seconds: SECONDS };
    return (round) => ask({ kind: 'writes', ...sent, writes, first: (round + 1) * PART });
  };

const recording =
  (kind: 'batches' | 'singles', first: number, count: number, connections: number): Rate =>
  async ({ url }) => {
    const sent = { url: `${url}/v1/events`, headers: HEADERS, count, connections };
    return (round) => ask({ kind, ...sent, first: first + round * count });
  };

const RATES: Record<string, { unit: string; rate: Rate }> = {
  subscribe: { unit: 'req/s', rate: writing('signUp', 'POST', ({ list }) => [`/v1/lists/${list}/subscribers`]) },
  update: { unit: 'req/s', rate: writing('personChange', 'PATCH', knownPeople) },
  mail: { unit: 'req/s', rate: writing('mail', 'POST', () => ['/v1/transactional-mails']) },
  events: { unit: 'rows/s', rate: recording('batches', 0, BATCHES, 1) },
  singles: { unit: 'req/s', rate: recording('singles', FIRST_SINGLE, SINGLES, CONNECTIONS) },
  mails: { unit: 'mails/s', rate: async (installation) => () => sendMails(installation) },
  campaign: { unit: 'mails/s', rate: async (installation) => () => sendCampaign(installation) },
};

/** Subscribes people to a new list; returns the paths of their subscriptions. */
async function knownPeople(installation: Installation): Promise<string[]> {
  const { id } = (await installation.call('POST', '/lists', { name: 'Known', from_email: 'news@shop.example.com' }))
    .data;
  for (let from = 0; from < KNOWN; from += 100) {
    const subscribers = Array.from({ length: 100 }, (_, index) => signUp(from + index));
    await installation.call('POST', `/lists/${id}/subscribers/batch`, { subscribers });
  }
  const { rows } = await installation.client.query('select id from subscribers where team_id = 1 and list_id = $1', [
    id,
  ]);
  return rows.map((row) => `/v1/subscribers/${row.id}`);
}

/** From the first request until the mail server accepts the last e-mail. */
async function sendMails(installation: Installation): Promise<number> {
  const { total } = await installation.accepted();
  const from = performance.now();
  let next = 0;
  const handOver = async () => {
    for (let n = next++; n < MESSAGES; n = next++) {
      const mail = { template: TEMPLATE.name, from: 'shop@shop.example.com', to: [`n${n}@example.com`] };
      await installation.call('POST', '/transactional-mails', {
        ...mail,
        variables: { order: String(n), name: 'First' },
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, handOver));
  await until(async () => (await installation.accepted()).total >= total + MESSAGES);
  return (MESSAGES * 1000) / (performance.now() - from);
}

/** From the due time until the mail server accepts the last message, including the queueing. */
async function sendCampaign(installation: Installation): Promise<number> {
  const { total } = await installation.accepted();
  const { id } = (
    await installation.call('POST', '/campaigns', { name: 'Bench', list: installation.list, template: 'Letter' })
  ).data;
  const from = performance.now();
  await installation.call('POST', `/campaigns/${id}/send`);
  await until(async () => (await installation.accepted()).total >= total + MESSAGES);
  const rate = (MESSAGES * 1000) / (performance.now() - from);
  await until(async () => (await installation.call('GET', `/campaigns/${id}`)).data.status === 'sent');
  return rate;
}

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(RATES);
const unknown = chosen.find((name) => !(name in RATES));
if (unknown) throw new Error(`there is no "${unknown}": ${Object.keys(RATES).join(', ')}`);

await compile();
const spread = await openInstallation(MESSAGES, MAIL_CONNECTIONS, [], await openDistributed(clusterUrl));
const plain = await openInstallation(MESSAGES, MAIL_CONNECTIONS, [], await openUndistributed(clusterUrl));
try {
  for (const { call } of [spread, plain]) await call('POST', '/templates', TEMPLATE);
  for (const name of chosen) {
    const { unit, rate } = RATES[name]!;
    console.log(table([await compare({ name, unit, aim: AIM }, await rate(spread), await rate(plain))]));
  }
} finally {
  load.stop();
  await spread.close();
  await plain.close();
}
