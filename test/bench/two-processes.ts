/** Two server processes on one database; one of them may be killed during a round. */
import { connect, type Database } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { bootstrap } from '../../src/domain/platform/teams.ts';
import { createLog } from '../../src/log.ts';
import { type ServerProcess, startServer } from '../support/server-processes.ts';
import { openDatabase } from './database.ts';

export const AT_ONCE = 50;

/** SIGKILL comes within this time after the requests have left. */
const KILL_WITHIN_MS = 40;

export interface TwoProcesses {
  db: Database;
  token: string;
  /** The state of the database at the kills: nothing yet, or the effect. */
  totals: { rounds: number; requests: number; kills: number; killedBefore: number; killedAfter: number; lost: number };
  /**
   * `AT_ONCE` equal requests over both processes, then one more of each; unanswered requests are repeated. Returns the responses.
   */
  runRound<Answer>(round: Round<Answer>): Promise<Answer[]>;
  close(): Promise<void>;
}

export interface Round<Answer> {
  ask(server: ServerProcess): Promise<Answer>;
  /** How often the database contains the effect. */
  count(): Promise<number>;
  /** Which of the two is killed, if any. */
  killed: number | undefined;
}

/** Starts it; `close` deletes everything. */
export async function startTwoProcesses(): Promise<TwoProcesses> {
  const log = createLog('warn');
  const database = await openDatabase();
  await migrate(database.url, log);
  const { db, close } = connect(database.url, 2);
  const token = (await bootstrap(db)) as string;
  const servers = [await startServer(database.url), await startServer(database.url)];
  const totals = { rounds: 0, requests: 0, kills: 0, killedBefore: 0, killedAfter: 0, lost: 0 };

  async function runRound<Answer>({ ask, count, killed }: Round<Answer>): Promise<Answer[]> {
    const settling = Promise.allSettled(Array.from({ length: AT_ONCE }, (_, index) => ask(servers[index % 2]!)));
    if (killed !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * KILL_WITHIN_MS));
      await servers[killed]!.kill();
      totals.kills += 1;
      totals[(await count()) === 0 ? 'killedBefore' : 'killedAfter'] += 1;
      servers[killed] = await startServer(database.url);
    }
    const seen = (await settling).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    totals.lost += AT_ONCE - seen.length;
    for (const server of servers) seen.push(await ask(server));
    totals.rounds += 1;
    totals.requests += AT_ONCE + servers.length;
    return seen;
  }

  return {
    db,
    token,
    totals,
    runRound,
    close: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await close();
      await database.close();
    },
  };
}

/** Plays rounds 1 to `rounds`, prints the totals and the failures, and sets the exit code. */
export async function runRounds(
  processes: TwoProcesses,
  { rounds, killOneIn }: { rounds: number; killOneIn: number },
  playRound: (round: number, killed: number | undefined) => Promise<string | undefined>,
  more: Record<string, number>,
): Promise<void> {
  const faults: string[] = [];
  const began = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    const killed = round % killOneIn === 0 ? (round / killOneIn) % 2 : undefined;
    const fault = await playRound(round, killed);
    if (fault) faults.push(`round ${round}: ${fault}`);
  }
  console.log({ ...processes.totals, ...more, seconds: Math.round((performance.now() - began) / 1000), faults });
  await processes.close();
  process.exitCode = faults.length > 0 ? 1 : 0;
}
