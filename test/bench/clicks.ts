import pg from 'pg';
import { Links } from '../../src/crypto/links.ts';
import type { BenchServer } from './bench-server.ts';
import { type Run, requestRates } from './comparisons.ts';
import { startServer } from './processes.ts';
import { rowsToRead } from './rows-to-read.ts';

const TARGET = 'https://shop.example.com/offer?campaign=may';
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';

/** By its word on the command line. */
export const CLICKS: Record<string, Run> = {
  clicks: (benchServer) => reactions(benchServer, 'click'),
  opens: (benchServer) => reactions(benchServer, 'open'),
};

/** Requests a second of people, answered once committed: our side also counts them for the people. */
async function reactions(benchServer: BenchServer, kind: 'click' | 'open') {
  const { messages } = await rowsToRead(benchServer.databaseUrl);
  const links = new Links(await secretOf(benchServer), '');
  const bound = kind === 'click' ? TARGET : undefined;
  const server = await startServer('baseline/reactions', { DATABASE_URL: benchServer.databaseUrl });
  const headers = { 'user-agent': BROWSER };
  const ours = messages.map((id) => ({ path: links.url(kind, { teamId: 1, id }, bound) }));
  const theirs = messages.map((id) => ({ path: `/${kind}/${id}` }));
  try {
    return await requestRates(
      { name: `${kind}s / bare http, an INSERT each by pg`, unit: 'req/s', aim: 1 },
      { method: 'GET', requests: ours },
      benchServer,
      { url: server.url, headers, requests: theirs },
      headers,
    );
  } finally {
    server.stop();
  }
}

async function secretOf({ databaseUrl }: BenchServer): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query("select value from installation_secrets where name = 'app-secret'");
  await client.end();
  return rows[0].value;
}
