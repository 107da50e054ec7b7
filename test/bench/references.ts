/**
 * Rounds of 50 identical concurrent single events with one reference, and no Idempotency-Key, over two processes; one of them is
 * killed with SIGKILL in some rounds. After each round the database must contain exactly one event of the reference; at most one
 * response says "recorded", exactly one without a kill, and all others say "duplicate". `npx tsx test/bench/references.ts
 * [rounds] [kill in one of so many rounds]`
 */
import { run, sql } from '../../src/database/connect.ts';
import type { ServerProcess } from '../support/server-processes.ts';
import { shopEvent } from './event-batches.ts';
import { runRounds, startTwoProcesses } from './two-processes.ts';

const rounds = Number(process.argv[2] ?? 100);
const killOneIn = Number(process.argv[3] ?? 20);

const processes = await startTwoProcesses();
const totals = { recorded: 0, duplicates: 0, recordedUnanswered: 0 };

/** Status code and word, such as "201 recorded". */
async function ask(server: ServerProcess, body: string): Promise<string> {
  const answer = await fetch(`${server.base}/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${processes.token}`, 'content-type': 'application/json' },
    body,
  });
  const { data } = (await answer.json()) as { data?: { status: string } };
  return `${answer.status} ${data?.status}`;
}

const count = async (reference: string): Promise<number> => {
  const [row] = await run<{ count: number }>(
    processes.db,
    sql`select count(*)::int as count from events where reference = ${reference}`,
  );
  return row?.count ?? 0;
};

async function playRound(round: number, killed: number | undefined): Promise<string | undefined> {
  const event = shopEvent(round);
  const body = JSON.stringify(event);
  const seen = await processes.runRound({
    ask: (server) => ask(server, body),
    count: () => count(event.reference),
    killed,
  });
  const recorded = seen.filter((answer) => answer === '201 recorded').length;
  const duplicates = seen.filter((answer) => answer === '200 duplicate').length;
  const rows = await count(event.reference);
  totals.recorded += recorded;
  totals.duplicates += duplicates;
  if (recorded === 0) totals.recordedUnanswered += 1;
  const isRecordedOnce = recorded === 1 || (recorded === 0 && killed !== undefined);
  const fits = rows === 1 && isRecordedOnce && recorded + duplicates === seen.length;
  return fits ? undefined : `${rows} rows, ${recorded} recorded, answers ${[...new Set(seen)].join(' | ')}`;
}

await runRounds(processes, { rounds, killOneIn }, playRound, totals);
