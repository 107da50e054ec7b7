import { deepStrictEqual } from 'node:assert';
import { JSON_HEADERS, type Run, requestRates, sayTheSame } from './comparisons.ts';
import { startServer } from './processes.ts';
import { type RowsToRead, rowsToRead } from './rows-to-read.ts';
import { type Stage, TOKEN } from './stage.ts';

const FIELDS = 'id email firstName lastName timezone locale status attributes createdAt';
const BY_ID = `query($id: ID!){ subscriber(id:$id){ ${FIELDS} } }`;
const PAGE = `query($list: ID!){ subscribers(listId:$list, first:50){ nodes { ${FIELDS} } totalCount } }`;

/** By its word on the command line. */
export const READS: Record<string, Run> = {
  subscriber: (stage) =>
    byId(stage, 'one subscriber', ({ subscribers }) => subscribers.map((id) => `/v1/subscribers/${id}`)),
  mail: (stage) => byId(stage, 'one mail', ({ mails }) => mails.map((id) => `/v1/transactional-mails/${id}`)),
  campaign: (stage) => byId(stage, 'one campaign', ({ campaigns }) => campaigns.map((id) => `/v1/campaigns/${id}`)),
  'graphql-subscriber': (stage) =>
    graphql(stage, { name: 'one subscriber, GraphQL', aim: 4 }, ({ subscribers }) =>
      subscribers.map((id) => JSON.stringify({ query: BY_ID, variables: { id } })),
    ),
  'graphql-page': (stage) =>
    graphql(stage, { name: '50 subscribers, GraphQL', aim: 3 }, ({ list }) => [
      JSON.stringify({ query: PAGE, variables: { list } }),
    ]),
  page,
};

/** Requests a second for one row, which both servers answer alike. */
async function byId(stage: Stage, what: string, paths: (rows: RowsToRead) => string[]) {
  const requests = paths(await rowsToRead(stage.databaseUrl)).map((path) => ({ path }));
  const server = await startServer('baseline/rows', { DATABASE_URL: stage.databaseUrl });
  try {
    await sayTheSame(stage.url, server.url, { method: 'GET', ...requests[0]! });
    const named = { name: `${what}, REST / bare http + pg`, unit: 'req/s', aim: 0.7 };
    return await requestRates(named, { method: 'GET', requests }, stage, { url: server.url, headers: JSON_HEADERS });
  } finally {
    server.stop();
  }
}

/** The same document to both. */
async function graphql(
  stage: Stage,
  { name, aim }: { name: string; aim: number },
  bodies: (rows: RowsToRead) => string[],
) {
  const requests = bodies(await rowsToRead(stage.databaseUrl)).map((body) => ({ path: '/graphql', body }));
  const server = await startServer('baseline/graphql', { DATABASE_URL: stage.databaseUrl });
  try {
    await sayTheSame(stage.url, server.url, { method: 'POST', ...requests[0]! });
    const named = { name: `${name} / stock Yoga + Pothos + Prisma`, unit: 'req/s', aim };
    return await requestRates(named, { method: 'POST', requests }, stage, { url: server.url, headers: JSON_HEADERS });
  } finally {
    server.stop();
  }
}

/** A page of REST, which also shows tags and links, against the same rows of the stock server. */
async function page(stage: Stage) {
  const { list } = await rowsToRead(stage.databaseUrl);
  const ours = { method: 'GET', requests: [{ path: `/v1/lists/${list}/subscribers?per_page=50` }] };
  const theirs = {
    method: 'POST',
    requests: [{ path: '/graphql', body: JSON.stringify({ query: PAGE, variables: { list } }) }],
  };
  const server = await startServer('baseline/graphql', { DATABASE_URL: stage.databaseUrl });
  try {
    const read = async (
      url: string,
      { method, requests: [one] }: { method: string; requests: { path: string; body?: string }[] },
    ) => {
      const { path, ...init } = one!;
      const headers = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };
      return (await fetch(url + path, { method, ...init, headers })).json();
    };
    const [mine, stock] = [await read(stage.url, ours), await read(server.url, theirs)];
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    deepStrictEqual(ids(mine.data), ids(stock.data.subscribers.nodes));
    return await requestRates(
      { name: '50 subscribers, REST / stock Yoga + Pothos + Prisma', unit: 'req/s', aim: 3 },
      ours,
      stage,
      { url: server.url, headers: JSON_HEADERS, ...theirs },
    );
  } finally {
    server.stop();
  }
}
