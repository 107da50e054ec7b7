import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { checkDatabase } from './check-database.ts';
import { startEmbedded } from './embedded.ts';
import { dataHome } from './home.ts';

export interface OpenDatabase {
  /** Contains the password: do not log it. */
  url: string;
  embedded: boolean;
  /** Shuts down the embedded server if this process was its last user. A server of the user's own keeps running. */
  stop(): Promise<void>;
}

/**
 * Opens the database of DATABASE_URL after test connections, else starts or joins the embedded database. Throws
 * SetupError with one line for the operator, which never contains the password.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<OpenDatabase> {
  if (!config.databaseUrl) return { ...(await startEmbedded(dataHome(config), log)), embedded: true };
  await checkDatabase(config.databaseUrl);
  return { url: config.databaseUrl, embedded: false, stop: async () => {} };
}
