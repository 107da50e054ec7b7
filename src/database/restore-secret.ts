import { existsSync, readFileSync } from 'node:fs';
import { type Config, SetupError } from '../config.ts';
import { restoreSecret, secretFile } from './app-secret.ts';
import type { BackupHeader } from './backup/backup-file.ts';
import type { Database } from './connect.ts';
import { dataHome } from './home.ts';
import { fingerprintOf } from './known-secret.ts';

type Settings = Pick<Config, 'appSecret' | 'formerSecrets' | 'databaseUrl' | 'dataDir'>;

/**
 * Throws SetupError unless the secret of a backup is known: from the backup, APP_SECRET, APP_SECRET_OLD or DATA_DIR. Without it
 * the links and passwords of the backup cannot be read.
 */
export function checkSecret(config: Settings, { secret, secret_fingerprint: fingerprint }: BackupHeader): void {
  if (secret && !config.appSecret) return;
  const file = secretFile(dataHome(config));
  const stored =
    !config.appSecret && !config.databaseUrl && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const mine = [config.appSecret, ...(config.formerSecrets ?? []), stored].filter((one) => one !== undefined);
  if (mine.some((one) => (secret ? one === secret : fingerprintOf(one) === fingerprint))) return;
  if (!secret && !config.appSecret) {
    throw new SetupError('The backup does not contain the secret of its installation: set APP_SECRET to it');
  }
  throw new SetupError(
    'APP_SECRET is not the secret of the backup: set APP_SECRET to the secret of the backup or, to keep the current APP_SECRET, set APP_SECRET_OLD to the secret of the backup',
  );
}

/** Stores the secret of a backup that has one, unless APP_SECRET is set. Throws SetupError when there is a different one. */
export async function storeSecret(config: Settings, db: Database, { secret }: BackupHeader): Promise<void> {
  if (secret && !config.appSecret) await restoreSecret(config, db, secret);
}
