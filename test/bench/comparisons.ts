import { deepStrictEqual } from 'node:assert';
import { type BenchServer, TOKEN } from './bench-server.ts';
import { type Comparison, compare } from './compare.ts';
import type { BatchLoad, RequestLoad, SinglesLoad } from './load.ts';
import { Program, serve, startServer } from './processes.ts';
import { acceptMail, subscribeOne, updateOne } from './writes.ts';

const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 50);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const BATCHES = 60;
const SINGLES = 10_000;
/** Above the references that the batches use. */
const FIRST_SINGLE = 1_000_000_000;
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const OUR_HEADERS = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };

const LIST = 'query($id: ID!){ list(id:$id){ id name locale fromEmail createdAt } }';

export type Run = (benchServer: BenchServer) => Promise<Comparison>;

/** By its word on the command line. */
export const COMPARISONS: Record<string, Run> = {
  events: (benchServer) => eventBatches(benchServer, 1),
  events2: (benchServer) => eventBatches(benchServer, 2),
  singles,
  subscribe: subscribeOne,
  update: updateOne,
  send: acceptMail,
  list: (benchServer) =>
    answers(benchServer, 'one list, REST / bare http + pg', 0.4, 'baseline/list', (id) => ({
      path: `/v1/lists/${id}`,
    })),
  graphql: (benchServer) =>
    answers(benchServer, 'one list, GraphQL / stock Yoga + Pothos + Prisma', 1.5, 'baseline/graphql', (id) => ({
      path: '/graphql',
      body: JSON.stringify({ query: LIST, variables: { id } }),
    })),
  limit,
};

/** Rows a second, POST /v1/events against one statement a batch by plain pg. */
async function eventBatches({ url, databaseUrl }: BenchServer, connections: number): Promise<Comparison> {
  const client = new Program('load');
  const plain = new Program('baseline/events', { DATABASE_URL: databaseUrl });
  // Separate references for each side and each round: nothing is sent twice.
  const from = (round: number, side: number) => ({
    first: ((connections * 100 + round) * 2 + side) * BATCHES,
    count: BATCHES,
    connections,
  });
  const load = { kind: 'batches', url: `${url}/v1/events`, headers: OUR_HEADERS } satisfies Partial<BatchLoad>;
  const rate = async (program: Program, asked: object) => (await program.ask<{ rate: number }>(asked)).rate;
  try {
    return await compare(
      { name: `event batches of 1000, ${connections} at once, REST / plain pg`, unit: 'rows/s', aim: 0.6 },
      (round) => rate(client, { ...load, ...from(round, 0) }),
      (round) => rate(plain, from(round, 1)),
      databaseUrl,
    );
  } finally {
    client.stop();
    plain.stop();
  }
}

/** Requests a second with one event each, answered once committed. */
async function singles({ url, databaseUrl }: BenchServer): Promise<Comparison> {
  const client = new Program('load');
  const server = await startServer('baseline/singles', { DATABASE_URL: databaseUrl });
  const rate = async (base: string, part: number) => {
    const load: SinglesLoad = {
      kind: 'singles',
      url: `${base}/v1/events`,
      headers: OUR_HEADERS,
      first: FIRST_SINGLE + part * SINGLES,
      count: SINGLES,
      connections: CONNECTIONS,
    };
    return (await client.ask<{ rate: number }>(load)).rate;
  };
  try {
    return await compare(
      { name: 'single events, REST / bare http + pg', unit: 'req/s', aim: 1 },
      (round) => rate(url, round * 2),
      (round) => rate(server.url, round * 2 + 1),
      databaseUrl,
    );
  } finally {
    client.stop();
    server.stop();
  }
}

/** Requests a second of one kind, which both servers answer alike. */
async function answers(
  benchServer: BenchServer,
  name: string,
  aim: number,
  baseline: string,
  call: (id: string) => { path: string; body?: string },
): Promise<Comparison> {
  const server = await startServer(baseline, { DATABASE_URL: benchServer.databaseUrl });
  const requests = benchServer.lists.map(call);
  const method = requests[0]!.body ? 'POST' : 'GET';
  try {
    await expectEqualResponses(benchServer.url, server.url, { method, ...requests[0]! });
    return await requestRates({ name, unit: 'req/s', aim }, { method, requests }, benchServer, {
      url: server.url,
      headers: JSON_HEADERS,
    });
  } finally {
    server.stop();
  }
}

/** The product with call counting against the product without. */
async function limit(benchServer: BenchServer): Promise<Comparison> {
  const unlimited = await serve({ DATABASE_URL: benchServer.databaseUrl, RATE_LIMIT_PER_MINUTE: '0' });
  const requests = benchServer.lists.map((id) => ({ path: `/v1/lists/${id}` }));
  try {
    await expectEqualResponses(benchServer.url, unlimited.url, { method: 'GET', ...requests[0]! });
    return await requestRates(
      { name: 'one list, REST, rate limit on / off', unit: 'req/s', aim: 0.95 },
      { method: 'GET', requests },
      benchServer,
      { url: unlimited.url, headers: OUR_HEADERS },
    );
  } finally {
    await unlimited.stop();
  }
}

export async function requestRates(
  named: Parameters<typeof compare>[0],
  sent: Pick<RequestLoad, 'method' | 'requests'>,
  ours: { url: string; databaseUrl?: string },
  theirs: Pick<RequestLoad, 'url' | 'headers'> & Partial<RequestLoad>,
  headers: Record<string, string> = OUR_HEADERS,
): Promise<Comparison> {
  const client = new Program('load');
  const rate = async (side: typeof theirs) => {
    const load: RequestLoad = { kind: 'requests', ...sent, ...side, connections: CONNECTIONS, seconds: SECONDS };
    return (await client.ask<{ rate: number }>(load)).rate;
  };
  try {
    return await compare(
      named,
      () => rate({ url: ours.url, headers }),
      () => rate(theirs),
      ours.databaseUrl,
    );
  } finally {
    client.stop();
  }
}

export async function expectEqualResponses(
  ours: string,
  theirs: string,
  { path, ...init }: { path: string; method: string; body?: string },
) {
  const read = async (url: string) => (await fetch(url + path, { ...init, headers: OUR_HEADERS })).json();
  const answer = (await read(ours)) as { data?: unknown };
  deepStrictEqual(answer, await read(theirs));
  if (!answer.data) throw new Error(`no data: ${JSON.stringify(answer)}`);
}
