import { setTimeout as sleep } from 'node:timers/promises';
import { logIn } from '../../network/smtp-login.ts';
import { loginProblem } from '../../network/smtp-problem.ts';
import type { Scope } from '../../scope.ts';
import { hostOf, UnreadablePassword } from './transport-host.ts';
import { readTransport, type Surroundings } from './transports.ts';

/** Whether connecting and logging in to a transport works. */
export interface TransportTest {
  ok: boolean;
  /** The problem. Contains nothing that we sent. */
  problem: string | null;
}

const TIMEOUT_MS = 10_000;

/** Connects to the server, logs in and returns the result. Sends no message. Throws NotFoundError. */
export async function testTransport(scope: Scope, surroundings: Surroundings, id: unknown): Promise<TransportTest> {
  const row = await readTransport(scope, id);
  let login: ReturnType<typeof logIn> | undefined;
  try {
    login = logIn(hostOf(row, { ...surroundings, db: scope.db }));
    const timeout = sleep(TIMEOUT_MS, undefined, { ref: false });
    const connection = await Promise.race([login, timeout]);
    if (!connection) return { ok: false, problem: 'The mail server did not answer within 10 seconds.' };
    return { ok: true, problem: null };
  } catch (error) {
    if (error instanceof UnreadablePassword) return { ok: false, problem: error.message };
    return { ok: false, problem: loginProblem(error) };
  } finally {
    login?.then((connection) => connection.quit()).catch(() => {});
  }
}
