import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, SetupError } from '../config.ts';
import { type Database, run, sql } from './connect.ts';
import { dataHome } from './home.ts';

const NAME = 'app-secret';

/**
 * The secret that signs the links in e-mails: APP_SECRET, or a secret that is generated once and stored. With the
 * embedded database it is stored in a file in DATA_DIR that only its owner can read; with DATABASE_URL it is stored in
 * the database, so that all processes share it. Throws SetupError when it cannot be stored.
 */
export async function appSecret(
  config: Pick<Config, 'appSecret' | 'databaseUrl' | 'dataDir'>,
  db: Database,
): Promise<string> {
  if (config.appSecret) return config.appSecret;
  return config.databaseUrl ? secretInDatabase(db) : secretInFile(secretFile(dataHome(config)));
}

/** Where the secret of an embedded database is stored. */
export const secretFile = (home: string): string => join(home, NAME);

/**
 * Stores the secret of a backup as `appSecret` would. Throws SetupError when there is a different secret, which could not read
 * the links and passwords of the backup.
 */
export async function restoreSecret(
  config: Pick<Config, 'appSecret' | 'databaseUrl' | 'dataDir'>,
  db: Database,
  secret: string,
): Promise<void> {
  const file = secretFile(dataHome(config));
  const stored =
    config.appSecret ?? (await (config.databaseUrl ? secretInDatabase(db, secret) : secretInFile(file, secret)));
  if (stored === secret) return;
  const where = config.appSecret ? 'APP_SECRET' : config.databaseUrl ? 'The secret of the database' : file;
  throw new SetupError(`${where} is not the secret of the backup: delete it to use the secret of the backup`);
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** The first process stores its secret; the others read it. */
async function secretInDatabase(db: Database, secret = newSecret()): Promise<string> {
  await run(
    db,
    sql`insert into installation_secrets (name, value)
        select ${NAME}, ${secret}::text where not exists (select from installation_secrets where name = ${NAME})
        on conflict do nothing`,
  );
  return (await storedSecret(db)) as string;
}

/** The secret stored in the database, if any. */
export async function storedSecret(db: Database): Promise<string | undefined> {
  const [row] = await run<{ value: string }>(db, sql`select value from installation_secrets where name = ${NAME}`);
  return row?.value;
}

/** Linking makes the file appear complete. It fails if another process was faster; then that secret is used. */
function secretInFile(path: string, secret = newSecret()): string {
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    return readSecret(path) ?? create();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw error instanceof SetupError ? error : new SetupError(`${path} cannot be used (${code}): set APP_SECRET`);
  }

  function create(): string {
    writeFileSync(unfinished, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    try {
      linkSync(unfinished, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished);
    }
    return readSecret(path)!;
  }
}

/** An emptied or truncated file must not become a guessable key. */
function readSecret(path: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length < 32)
    throw new SetupError(`${path} contains no secret: restore it, or delete it to create a new one`);
  return secret;
}
