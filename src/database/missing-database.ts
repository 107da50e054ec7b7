import { existsSync } from 'node:fs';
import { type Config, SetupError } from '../config.ts';
import { secretFile } from './app-secret.ts';
import { clusterFolder } from './cluster.ts';
import { databaseHome, dataHome } from './home.ts';
import { refuseIfMoving } from './major-version.ts';

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
