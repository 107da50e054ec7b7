/**
 * Rounds of 50 identical requests at once over two processes, REST and GraphQL in turns, one process killed with
 * SIGKILL in some of them; after each round the database must hold exactly one effect, and every answer must be the
 * same byte for byte. `npx tsx test/bench/idempotency.ts [rounds] [kill in one of so many rounds]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, run, sql } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { databaseHome } from '../../src/database/home.ts';
import { migrate } from '../../src/database/migrate.ts';
import { bootstrap } from '../../src/domain/platform/teams.ts';
import { createLog } from '../../src/log.ts';
import { type ServerProcess, startServer } from '../support/server-processes.ts';

const ROUNDS = Number(process.argv[2] ?? 100);
const KILL_ONE_IN = Number(process.argv[3] ?? 5);
const AT_ONCE = 50;
const MUTATION = 'mutation ($input: ListInput!) { createList(input: $input) { id name createdAt } }';

const log = createLog('warn');
const home = await mkdtemp(join(tmpdir(), 'tidings-bench-'));
const database = await startEmbedded(home, log);
await migrate(database.url, log);
const { db, close } = connect(database.url, 2);
const token = (await bootstrap(db)) as string;
const servers = [await startServer(database.url), await startServer(database.url)];
const totals = { rounds: 0, requests: 0, kills: 0, killedBefore: 0, killedAfter: 0, lost: 0, fresh: 0, replays: 0 };
const faults: string[] = [];

interface Seen {
  text: string;
  replayed: boolean;
}

async function ask(server: ServerProcess, round: number): Promise<Seen> {
  const name = `Round ${round}`;
  const graphql = round % 2 === 1;
  const body = graphql
    ? { query: MUTATION, variables: { input: { name, fromEmail: 'a@shop.example' } } }
    : { name, from_email: 'a@shop.example' };
  const answer = await fetch(`${server.base}${graphql ? '/graphql' : '/v1/lists'}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': `round-${round}`,
    },
    body: JSON.stringify(body),
  });
  return {
    text: `${answer.status} ${await answer.text()}`,
    replayed: answer.headers.get('idempotent-replay') === 'true',
  };
}

const count = async (round: number): Promise<number> => {
  const [row] = await run<{ count: number }>(
    db,
    sql`select count(*)::int as count from lists where name = ${`Round ${round}`}`,
  );
  return row?.count ?? 0;
};

async function playRound(round: number): Promise<void> {
  const killed = round % KILL_ONE_IN === 0 ? round % 2 : undefined;
  const requests = Array.from({ length: AT_ONCE }, (_, index) => ask(servers[index % 2]!, round));
  const settling = Promise.allSettled(requests);
  if (killed !== undefined) {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    await servers[killed]!.kill();
    totals.kills += 1;
    totals[(await count(round)) === 0 ? 'killedBefore' : 'killedAfter'] += 1;
    servers[killed] = await startServer(database.url);
  }
  const seen = (await settling).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  totals.lost += AT_ONCE - seen.length;
  // Whoever got no answer asks again, of both processes.
  for (const server of servers) seen.push(await ask(server, round));
  const fresh = seen.filter(({ replayed }) => !replayed).length;
  const effects = await count(round);
  const texts = new Set(seen.map(({ text }) => text));
  const fits = effects === 1 && texts.size === 1 && (fresh === 1 || (fresh === 0 && killed !== undefined));
  if (!fits) faults.push(`round ${round}: ${effects} effects, ${fresh} fresh, ${[...texts].join(' | ')}`);
  totals.rounds += 1;
  totals.requests += AT_ONCE + servers.length;
  totals.fresh += fresh;
  totals.replays += seen.length - fresh;
}

const began = performance.now();
for (let round = 1; round <= ROUNDS; round += 1) await playRound(round);
console.log({ ...totals, seconds: Math.round((performance.now() - began) / 1000), faults });
await Promise.all(servers.map((server) => server.kill()));
await close();
await database.stop();
await rm(databaseHome(home), { recursive: true, force: true });
await rm(home, { recursive: true, force: true });
process.exitCode = faults.length > 0 ? 1 : 0;
