import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, SetupError } from '../config.ts';
import { type Database, run, sql } from './connect.ts';
import { dataHome } from './home.ts';

const NAME = 'app-secret';

/**
 * The secret that signs the links in e-mails: APP_SECRET, else one made once and kept. With the embedded database it
 * lies beside it in DATA_DIR, for its owner alone; with DATABASE_URL in the database, so that all processes agree and
 * none of their disks matters. Throws SetupError where it cannot be kept.
 */
export async function appSecret(
  config: Pick<Config, 'appSecret' | 'databaseUrl' | 'dataDir'>,
  db: Database,
): Promise<string> {
  if (config.appSecret) return config.appSecret;
  return config.databaseUrl ? secretInDatabase(db) : secretInFile(join(dataHome(config), NAME));
}

const made = (): string => randomBytes(32).toString('base64url');

/** The first process to come keeps its own; the others find that one. */
async function secretInDatabase(db: Database): Promise<string> {
  await run(
    db,
    sql`insert into installation_secrets (name, value)
        select ${NAME}, ${made()} where not exists (select from installation_secrets where name = ${NAME})
        on conflict do nothing`,
  );
  const [row] = await run<{ value: string }>(db, sql`select value from installation_secrets where name = ${NAME}`);
  return row!.value;
}

/** The file appears whole: linking fails when another process was quicker, and then that one's secret is the one. */
function secretInFile(path: string): string {
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    return readSecret(path) ?? keep();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw error instanceof SetupError ? error : new SetupError(`${path} cannot be used (${code}): set APP_SECRET`);
  }

  function keep(): string {
    writeFileSync(unfinished, `${made()}\n`, { mode: 0o600, flag: 'wx', flush: true });
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

/** A file that was emptied or cut short must not become the key that anybody can guess. */
function readSecret(path: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (secret.length < 32) throw new SetupError(`${path} holds no secret: restore it, or remove it for a new one`);
  return secret;
}
