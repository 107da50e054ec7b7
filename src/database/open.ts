import { existsSync } from 'node:fs';
import { type Config, SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { secretFile } from './app-secret.ts';
import { checkDatabase } from './check-database.ts';
import { targetOf } from './client-options.ts';
import { clusterFolder } from './cluster.ts';
import { type DatabaseHost, isLocal } from './database-url.ts';
import { startEmbedded } from './embedded.ts';
import { databaseHome, dataHome } from './home.ts';
import { refuseIfMoving } from './major-version.ts';

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

/**
 * Throws SetupError when DATA_DIR has a secret but no embedded database. The secret is created after the database, so the
 * database was lost or left behind, and a new empty one would look as if all data were gone.
 */
export function refuseIfDatabaseMissing(config: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (config.databaseUrl) return;
  const home = dataHome(config);
  const secret = secretFile(home);
  if (!existsSync(secret)) return;
  const folder = clusterFolder(databaseHome(home));
  refuseIfMoving(databaseHome(home));
  if (existsSync(folder)) return;
  throw new SetupError(
    `${secret} exists, but its database is missing in ${folder}: restore a backup ` +
      '(npm run restore -- FILE), or delete the secret to start from scratch',
  );
}

/**
 * A warning for the operator about an unencrypted connection to a database on another machine. Undefined for other connections.
 * Call it after the host of the URL is chosen.
 */
export function plainConnectionWarning(url: string): string | undefined {
  const { read, target } = targetOf(url);
  const host = read.hosts[target.host] as DatabaseHost;
  if (target.encrypted || isLocal(host)) return undefined;
  const name = host.host ?? process.env.PGHOST;
  return `The connection to the database at ${name} is not encrypted: its network can read the data and the password. Add sslmode=require to DATABASE_URL`;
}
