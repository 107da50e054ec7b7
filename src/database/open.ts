import pg from 'pg';
import { type Config, SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { startEmbedded } from './embedded.ts';
import { dataHome } from './home.ts';

const OLDEST = 14;

export interface OpenDatabase {
  /** Contains the password: do not log it. */
  url: string;
  embedded: boolean;
  /** Shuts down the embedded server if this process was its last user. A server of the user's own keeps running. */
  stop(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL after one test connection, else starts or joins the embedded database. Throws
 * SetupError with one line for the operator, which never contains the password.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<OpenDatabase> {
  if (!config.databaseUrl) return { ...(await startEmbedded(dataHome(config), log)), embedded: true };
  await check(config.databaseUrl);
  return { url: config.databaseUrl, embedded: false, stop: async () => {} };
}

async function check(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    const major = Math.floor(Number(rows[0].server_version_num) / 10_000);
    if (major < OLDEST) throw new SetupError(`DATABASE_URL leads to PostgreSQL ${major}; ${OLDEST} or newer is needed`);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`DATABASE_URL cannot be used: ${reason(error, new URL(url).password)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** When a host name has several addresses, the reasons are in the error's `errors`. */
function reason(error: unknown, password: string): string {
  const { errors, message, code } = error as AggregateError & { code?: string };
  const text = errors?.length ? errors.map((one: Error) => one.message).join(', ') : message || code || 'no answer';
  const line = text.replace(/\s+/g, ' ');
  return password ? line.replaceAll(decodeURIComponent(password), '…').replaceAll(password, '…') : line;
}
