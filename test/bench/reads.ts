import { deepStrictEqual } from 'node:assert';
import { type BenchServer, TOKEN } from './bench-server.ts';
import { expectEqualResponses, JSON_HEADERS, type Run, requestRates } from './comparisons.ts';
import { startServer } from './processes.ts';
import { type RowsToRead, rowsToRead } from './rows-to-read.ts';

const FIELDS = 'id email firstName lastName timezone locale status attributes createdAt';
const BY_ID = `query($id: ID!){ subscriber(id:$id){ ${FIELDS} } }`;
const PAGE = `query($list: ID!){ subscribers(listId:$list, first:50){ nodes { ${FIELDS} } totalCount } }`;

/** By its word on the command line. */
export const READS: Record<string, Run> = {
  subscriber: (benchServer) =>
    byId(benchServer, 'one subscriber', ({ subscribers }) => subscribers.map((id) => `/v1/subscribers/${id}`)),
  mail: (benchServer) =>
    byId(benchServer, 'one mail', ({ mails }) => mails.map((id) => `/v1/transactional-mails/${id}`)),
  campaign: (benchServer) =>
    byId(benchServer, 'one campaign', ({ campaigns }) => campaigns.map((id) => `/v1/campaigns/${id}`)),
  'graphql-subscriber': (benchServer) =>
    graphql(benchServer, { name: 'one subscriber, GraphQL', aim: 4 }, ({ subscribers }) =>
      subscribers.map((id) => JSON.stringify({ query: BY_ID, variables: { id } })),
    ),
  'graphql-page': (benchServer) =>
    graphql(benchServer, { name: '50 subscribers, GraphQL', aim: 3 }, ({ list }) => [
      JSON.stringify({ query: PAGE, variables: { list } }),
    ]),
  page,
};

/** Requests a second for one row, which both servers answer alike. */
async function byId(benchServer: BenchServer, what: string, paths: (rows: RowsToRead) => string[]) {
  const requests = paths(await rowsToRead(benchServer.databaseUrl)).map((path) => ({ path }));
  const server = await startServer('baseline/rows', { DATABASE_URL: benchServer.databaseUrl });
  try {
    await expectEqualResponses(benchServer.url, server.url, { method: 'GET', ...requests[0]! });
    const named = { name: `${what}, REST / bare http + pg`, unit: 'req/s', aim: 0.7 };
    return await requestRates(named, { method: 'GET', requests }, benchServer, {
      url: server.url,
      headers: JSON_HEADERS,
    });
  } finally {
    server.stop();
  }
}

/** The same document to both. */
async function graphql(
  benchServer: BenchServer,
  { name, aim }: { name: string; aim: number },
  bodies: (rows: RowsToRead) => string[],
) {
  const requests = bodies(await rowsToRead(benchServer.databaseUrl)).map((body) => ({ path: '/graphql', body }));
  const server = await startServer('baseline/graphql', { DATABASE_URL: benchServer.databaseUrl });
  try {
    await expectEqualResponses(benchServer.url, server.url, { method: 'POST', ...requests[0]! });
    const named = { name: `${name} / stock Yoga + Pothos + Prisma`, unit: 'req/s', aim };
    return await requestRates(named, { method: 'POST', requests }, benchServer, {
      url: server.url,
      headers: JSON_HEADERS,
    });
  } finally {
    server.stop();
  }
}

/** A page of REST, which also shows tags and links, against the same rows of the stock server. */
async function page(benchServer: BenchServer) {
  const { list } = await rowsToRead(benchServer.databaseUrl);
  const ours = { method: 'GET', requests: [{ path: `/v1/lists/${list}/subscribers?per_page=50` }] };
  const theirs = {
    method: 'POST',
    requests: [{ path: '/graphql', body: JSON.stringify({ query: PAGE, variables: { list } }) }],
  };
  const server = await startServer('baseline/graphql', { DATABASE_URL: benchServer.databaseUrl });
  try {
    const read = async (
      url: string,
      { method, requests: [one] }: { method: string; requests: { path: string; body?: string }[] },
    ) => {
      const { path, ...init } = one!;
      const headers = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };
      return (await fetch(url + path, { method, ...init, headers })).json();
    };
    const [mine, stock] = [await read(benchServer.url, ours), await read(server.url, theirs)];
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    deepStrictEqual(ids(mine.data), ids(stock.data.subscribers.nodes));
    return await requestRates(
      { name: '50 subscribers, REST / stock Yoga + Pothos + Prisma', unit: 'req/s', aim: 3 },
      ours,
      benchServer,
      { url: server.url, headers: JSON_HEADERS, ...theirs },
    );
  } finally {
    server.stop();
  }
}
