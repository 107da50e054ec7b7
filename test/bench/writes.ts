/** One write per request: a sign-up, a shop's change of one person, an accepted e-mail. Each answered once committed. */
import { deepStrictEqual } from 'node:assert';
import pg from 'pg';
import { type BenchServer, TOKEN } from './bench-server.ts';
import { type Comparison, compare } from './compare.ts';
import type { WriteLoad } from './load.ts';
import { Program, startServer } from './processes.ts';
import { BODIES, signUp, TEMPLATE } from './write-bodies.ts';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json',
  authorization: `Bearer ${TOKEN}`,
};
/** More than a side writes in a round. */
const PART = 1_000_000;
/** The people that both sides change. */
const KNOWN = 5_000;

/** Sign-ups of new people, all to one list. */
export function subscribeOne(benchServer: BenchServer): Promise<Comparison> {
  const path = `/v1/lists/${benchServer.lists[0]}/subscribers`;
  return writes(benchServer, { name: 'subscribe one, REST / bare http + pg', aim: 0.8 }, 'baseline/subscribers', {
    ...{ method: 'POST', paths: [path], writes: 'signUp' },
  });
}

/** Changes of distinct people. */
export async function updateOne(benchServer: BenchServer): Promise<Comparison> {
  const paths = (await subscribeKnown(benchServer)).map((id) => `/v1/subscribers/${id}`);
  return writes(benchServer, { name: 'update one, REST / bare http + pg', aim: 0.8 }, 'baseline/subscribers', {
    ...{ method: 'PATCH', paths, writes: 'personChange' },
  });
}

/** E-mails that wait until tomorrow: this measures accepting, not sending. */
export async function acceptMail(benchServer: BenchServer): Promise<Comparison> {
  await send(`${benchServer.url}/v1/templates`, 'POST', TEMPLATE);
  return writes(benchServer, { name: 'accept one mail, REST / bare http + pg', aim: 0.5 }, 'baseline/mails', {
    ...{ method: 'POST', paths: ['/v1/transactional-mails'], writes: 'mail' },
  });
}

type Sent = Pick<WriteLoad, 'method' | 'paths' | 'writes'>;

/** Requests a second of the product, and of a server that handles each with one prepared statement, on as many connections. */
async function writes(
  benchServer: BenchServer,
  named: Pick<Comparison, 'name' | 'aim'>,
  baseline: string,
  sent: Sent,
): Promise<Comparison> {
  const client = new Program('load');
  const server = await startServer(baseline, { DATABASE_URL: benchServer.databaseUrl });
  const rate = async (url: string, part: number) => {
    const load: WriteLoad = {
      ...{ kind: 'writes', url, headers: HEADERS, ...sent, first: part * PART },
      ...{ connections: CONNECTIONS, seconds: SECONDS },
    };
    return (await client.ask<{ rate: number }>(load)).rate;
  };
  try {
    await sayTheSame([benchServer.url, server.url], sent);
    return await compare(
      { ...named, unit: 'req/s' },
      (round) => rate(benchServer.url, round * 2 + 1),
      (round) => rate(server.url, round * 2 + 2),
      benchServer.databaseUrl,
    );
  } finally {
    client.stop();
    server.stop();
  }
}

/** Both respond with the same status and the same fields. */
async function sayTheSame(urls: string[], { method, paths, writes }: Sent): Promise<void> {
  const answers = [];
  for (const [index, url] of urls.entries()) {
    const { status, body } = await send(url + paths[0], method, BODIES[writes](index));
    answers.push({ status, fields: Object.keys(body.data).sort() });
  }
  deepStrictEqual(answers[0], answers[1]);
}

/** The ids of people who are on a list before the measurement. */
async function subscribeKnown({ url, lists, databaseUrl }: BenchServer): Promise<string[]> {
  for (let from = 0; from < KNOWN; from += 100) {
    const subscribers = Array.from({ length: 100 }, (_, index) => signUp(PART * PART + from + index));
    await send(`${url}/v1/lists/${lists[1]}/subscribers/batch`, 'POST', { subscribers });
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(`select id from subscribers where list_id = $1 and email like 'n%'`, [lists[1]]);
  await client.query('vacuum analyze subscribers');
  await client.end();
  return rows.map(({ id }) => id);
}

async function send(url: string, method: string, body: object) {
  const answer = await fetch(url, { method, headers: HEADERS, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return { status: answer.status, body: JSON.parse(text) as { data: object } };
}
