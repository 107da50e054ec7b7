import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import { logIn, loginProblem, type MailHost } from '../../network/smtp-login.ts';
import type { Scope } from '../../scope.ts';
import { passwordPurpose, readTransport, type Surroundings, type Transport } from './transports.ts';

/** Whether a transport can be reached and logged in to. */
export interface TransportTest {
  ok: boolean;
  /** What went wrong. Contains nothing that we sent. */
  problem: string | null;
}

const TIMEOUT_MS = 10_000;

/** Connects to the server, logs in and returns the result. Sends no message. Throws NotFoundError. */
export async function testTransport(scope: Scope, surroundings: Surroundings, id: unknown): Promise<TransportTest> {
  const row = await readTransport(scope, id);
  let login: ReturnType<typeof logIn> | undefined;
  try {
    login = logIn(hostOf(row, surroundings));
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

/** The password was encrypted with another APP_SECRET than the installation's. */
export class UnreadablePassword extends Error {
  constructor() {
    super('The password of the transport cannot be decrypted. Was APP_SECRET changed? Set the password again.');
  }
}

/** Returns the address and the login of a transport's server. Throws UnreadablePassword. */
export function hostOf(
  { teamId, id, host, port, secure, user, password }: Server,
  { vault, config }: { vault: Vault; config: Pick<Config, 'privateTransports'> },
): MailHost {
  const server = { host, port, secure, publicOnly: !config.privateTransports };
  if (user === null || password === null) return server;
  try {
    return { ...server, login: { user, password: vault.decrypt(password, passwordPurpose(teamId, id)).toString() } };
  } catch {
    throw new UnreadablePassword();
  }
}

type Server = Pick<Transport, 'teamId' | 'id' | 'host' | 'port' | 'secure' | 'user' | 'password'>;
