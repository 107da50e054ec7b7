import { deepStrictEqual } from 'node:assert';
import { type Comparison, compare } from './compare.ts';
import type { BatchLoad, RequestLoad } from './load.ts';
import { Program, startServer } from './processes.ts';
import { type Stage, TOKEN } from './stage.ts';

const CONNECTIONS = 50;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const BATCHES = 60;
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const OUR_HEADERS = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };

const LIST = 'query($id: UUID!){ list(id:$id){ id name locale fromEmail createdAt } }';

type Run = (stage: Stage) => Promise<Comparison>;

/** By the word that chooses it on the command line. */
export const COMPARISONS: Record<string, Run> = {
  events: (stage) => eventBatches(stage, 1),
  events2: (stage) => eventBatches(stage, 2),
  list: (stage) =>
    answers(stage, 'one list, REST / bare http + pg', 0.4, 'baseline/list', (id) => ({ path: `/v1/lists/${id}` })),
  graphql: (stage) =>
    answers(stage, 'one list, GraphQL / stock Yoga + Pothos + Prisma', 1.5, 'baseline/graphql', (id) => ({
      path: '/graphql',
      body: JSON.stringify({ query: LIST, variables: { id } }),
    })),
};

/** Rows a second, POST /v1/events against one statement a batch by plain pg. */
async function eventBatches({ url, databaseUrl }: Stage, connections: number): Promise<Comparison> {
  const client = new Program('load');
  const plain = new Program('baseline/events', { DATABASE_URL: databaseUrl });
  // A part of the references for each side and each round: nothing is sent twice.
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
    );
  } finally {
    client.stop();
    plain.stop();
  }
}

/** Requests a second of one kind, which both servers answer alike. */
async function answers(
  stage: Stage,
  name: string,
  aim: number,
  baseline: string,
  call: (id: string) => { path: string; body?: string },
): Promise<Comparison> {
  const client = new Program('load');
  const server = await startServer(baseline, { DATABASE_URL: stage.databaseUrl });
  const requests = stage.lists.map(call);
  const method = requests[0]!.body ? 'POST' : 'GET';
  const rate = async (url: string, headers: Record<string, string>) => {
    const load: RequestLoad = {
      kind: 'requests',
      url,
      method,
      headers,
      requests,
      connections: CONNECTIONS,
      seconds: SECONDS,
    };
    return (await client.ask<{ rate: number }>(load)).rate;
  };
  try {
    await sayTheSame(stage.url, server.url, { method, ...requests[0]! });
    return await compare(
      { name, unit: 'req/s', aim },
      () => rate(stage.url, OUR_HEADERS),
      () => rate(server.url, JSON_HEADERS),
    );
  } finally {
    client.stop();
    server.stop();
  }
}

async function sayTheSame(
  ours: string,
  theirs: string,
  { path, ...init }: { path: string; method: string; body?: string },
) {
  const read = async (url: string) => (await fetch(url + path, { ...init, headers: OUR_HEADERS })).json();
  const answer = (await read(ours)) as { data?: unknown };
  deepStrictEqual(answer, await read(theirs));
  if (!answer.data) throw new Error(`no data: ${JSON.stringify(answer)}`);
}
