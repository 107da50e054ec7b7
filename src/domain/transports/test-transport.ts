import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import { logIn, loginProblem, type MailHost } from '../../network/smtp-login.ts';
import type { Scope } from '../../scope.ts';
import { passwordPurpose, readTransport, type Surroundings, type Transport } from './transports.ts';

/** Whether a transport can be reached and logged in to. */
export interface TransportTest {
  ok: boolean;
  /** What went wrong, without anything that was sent. */
  problem: string | null;
}

const PATIENCE_MS = 10_000;

/** Connects and logs in, and says how that went. Nothing is sent. Throws NotFoundError. */
export async function testTransport(scope: Scope, surroundings: Surroundings, id: unknown): Promise<TransportTest> {
  const row = await readTransport(scope, id);
  let login: ReturnType<typeof logIn> | undefined;
  try {
    login = logIn(hostOf(row, surroundings));
    const patience = sleep(PATIENCE_MS, undefined, { ref: false });
    const connection = await Promise.race([login, patience]);
    if (!connection) return { ok: false, problem: 'The mail server did not answer within 10 seconds.' };
    return { ok: true, problem: null };
  } catch (error) {
    if (error instanceof UnreadablePassword) return { ok: false, problem: error.message };
    return { ok: false, problem: loginProblem(error) };
  } finally {
    login?.then((connection) => connection.quit()).catch(() => {});
  }
}

/** A password that was sealed under another secret than the installation's. */
export class UnreadablePassword extends Error {
  constructor() {
    super('The password of the transport cannot be read: was APP_SECRET changed? Set it anew.');
  }
}

/** Where a transport's server is and who we are there. Throws UnreadablePassword. */
export function hostOf(
  { teamId, id, host, port, secure, user, password }: Place,
  { vault, config }: { vault: Vault; config: Pick<Config, 'privateTransports'> },
): MailHost {
  const place = { host, port, secure, publicOnly: !config.privateTransports };
  if (user === null || password === null) return place;
  try {
    return { ...place, login: { user, password: vault.decrypt(password, passwordPurpose(teamId, id)).toString() } };
  } catch {
    throw new UnreadablePassword();
  }
}

type Place = Pick<Transport, 'teamId' | 'id' | 'host' | 'port' | 'secure' | 'user' | 'password'>;
