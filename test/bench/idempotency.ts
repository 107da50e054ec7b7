/**
 * Rounds of 50 identical concurrent requests over two processes, REST and GraphQL alternately, with one process killed with
 * SIGKILL in some of them. After each round the database must contain exactly one effect, and all responses must be identical
 * byte for byte. `npx tsx test/bench/idempotency.ts [rounds] [kill in one of so many rounds]`
 */
import { run, sql } from '../../src/database/connect.ts';
import type { ServerProcess } from '../support/server-processes.ts';
import { runRounds, startTwoProcesses } from './two-processes.ts';

const rounds = Number(process.argv[2] ?? 100);
const killOneIn = Number(process.argv[3] ?? 5);
const MUTATION = 'mutation ($input: CreateListInput!) { createList(input: $input) { list { id name createdAt } } }';

const processes = await startTwoProcesses();
const totals = { fresh: 0, replays: 0 };

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
      authorization: `Bearer ${processes.token}`,
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
    processes.db,
    sql`select count(*)::int as count from lists where name = ${`Round ${round}`}`,
  );
  return row?.count ?? 0;
};

async function playRound(round: number, killed: number | undefined): Promise<string | undefined> {
  const seen = await processes.runRound({ ask: (server) => ask(server, round), count: () => count(round), killed });
  const fresh = seen.filter(({ replayed }) => !replayed).length;
  const effects = await count(round);
  const texts = new Set(seen.map(({ text }) => text));
  totals.fresh += fresh;
  totals.replays += seen.length - fresh;
  const fits = effects === 1 && texts.size === 1 && (fresh === 1 || (fresh === 0 && killed !== undefined));
  return fits ? undefined : `${effects} effects, ${fresh} fresh, ${[...texts].join(' | ')}`;
}

await runRounds(processes, { rounds, killOneIn }, playRound, totals);
