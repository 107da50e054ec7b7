import pg from 'pg';
import { setTarget, shortClientOptions, type Target, targetOf } from './client-options.ts';
import { endOrCut } from './cut.ts';

/** The host answers, but is read-only. */
export class ReadOnlyDatabaseError extends Error {
  constructor() {
    super('the database takes no changes');
  }
}

/**
 * Finds the writable host of the URL, and whether it supports TLS if the URL leaves that open. Later connections use the result.
 * Throws the error of the first host if there is none.
 */
export async function chooseHost(url: string): Promise<void> {
  const { hosts } = targetOf(url).read;
  const tries = hosts.map((_, host) => tryHost(url, host));
  try {
    setTarget(url, await Promise.any(tries));
  } catch (error) {
    const { errors } = error as AggregateError;
    throw errors.find((one) => one instanceof ReadOnlyDatabaseError) ?? errors[0];
  }
}

/** Like `chooseHost`, but only if the URL has several hosts. If none answers, the last result stays. */
export async function chooseHostAgain(url: string): Promise<void> {
  if (targetOf(url).read.hosts.length > 1) await chooseHost(url).catch(() => {});
}

async function tryHost(url: string, host: number): Promise<Target> {
  const { use } = targetOf(url).read.tls;
  if (use !== 'prefer') return tryTarget(url, { host, encrypted: use === 'always' });
  try {
    return await tryTarget(url, { host, encrypted: true });
  } catch (error) {
    if (!isWithoutTls(error as Error)) throw error;
    return tryTarget(url, { host, encrypted: false });
  }
}

/** The server has no TLS, or admits no connection with it. */
const isWithoutTls = ({ message, code }: Error & { code?: string }): boolean =>
  /does not support SSL|establishing an SSL connection/.test(message) || code === '28000';

async function tryTarget(url: string, target: Target): Promise<Target> {
  const client = new pg.Client(shortClientOptions(url, target));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`select current_setting('transaction_read_only') = 'on' as reads_only`);
    if (rows[0].reads_only) throw new ReadOnlyDatabaseError();
    return target;
  } finally {
    await endOrCut(client);
  }
}
