import pg from 'pg';
import { type Config, SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { startEmbedded } from './embedded.ts';
import { dataHome } from './home.ts';

const OLDEST = 14;

export interface OpenDatabase {
  /** Holds the password: not for logs. */
  url: string;
  embedded: boolean;
  /** The embedded server shuts down when this process was its last user; one of the user's own is left alone. */
  stop(): Promise<void>;
}

/**
 * The database of DATABASE_URL, tried once, else the embedded one, started or joined. Throws SetupError with a line
 * for whoever runs the process; it never holds the password.
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

/** A failed connection to a name with several addresses carries its reasons one level down. */
function reason(error: unknown, password: string): string {
  const { errors, message, code } = error as AggregateError & { code?: string };
  const said = errors?.length ? errors.map((one: Error) => one.message).join(', ') : message || code || 'no answer';
  const line = said.replace(/\s+/g, ' ');
  return password ? line.replaceAll(decodeURIComponent(password), '…').replaceAll(password, '…') : line;
}
