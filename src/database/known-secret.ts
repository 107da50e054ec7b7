import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type Config, SetupError } from '../config.ts';
import { appSecret, secretFile, storedSecret } from './app-secret.ts';
import { type Database, run, sql } from './connect.ts';
import { dataHome } from './home.ts';

const NAME = 'app-secret-fingerprint';

type Settings = Pick<Config, 'appSecret' | 'formerSecrets' | 'databaseUrl' | 'dataDir'>;

/**
 * The secrets of the installation, the current one first. The database stores a fingerprint of the secret it is used with
 * (docs/adr/0158). If neither the current nor a former secret matches it, throws SetupError and stores nothing.
 */
export async function appSecrets(config: Settings, db: Database): Promise<[string, ...string[]]> {
  const known = await readFingerprint(db);
  if (known && !config.appSecret) await refuseIfMissing(config, db);
  const secret = await appSecret(config, db);
  const former = (config.formerSecrets ?? []).filter((one) => one !== secret);
  await judge(config, db, { secret, former, known: known ?? (await firstFingerprint(db, secret)) });
  return [secret, ...former];
}

/** Makes the database accept the current secret, regardless of the earlier one. */
export async function acceptSecret(config: Settings, db: Database): Promise<void> {
  await run(db, sql`delete from installation_secrets where name = ${NAME}`);
  await appSecrets(config, db);
}

interface Judged {
  secret: string;
  former: readonly string[];
  known: string;
}

async function judge(config: Settings, db: Database, { secret, former, known }: Judged): Promise<void> {
  const current = fingerprintOf(secret);
  if (known === current) return;
  if (!former.some((one) => fingerprintOf(one) === known)) throw refused(config);
  await run(
    db,
    sql`update installation_secrets set value = ${current}::text where name = ${NAME} and value = ${known}::text`,
  );
}

/** A new secret in place of a lost one would silently break every link. */
async function refuseIfMissing(config: Settings, db: Database): Promise<void> {
  const file = secretFile(dataHome(config));
  const isThere = config.databaseUrl ? (await storedSecret(db)) !== undefined : existsSync(file);
  if (isThere) return;
  const missing = config.databaseUrl ? 'APP_SECRET' : `${file} and APP_SECRET`;
  throw new SetupError(
    `${missing} is missing, but this database was used with a secret: set APP_SECRET to that secret. ${LOST}`,
  );
}

const refused = ({ appSecret, databaseUrl, dataDir }: Settings) => {
  const which = appSecret
    ? 'APP_SECRET'
    : databaseUrl
      ? 'The secret of the database'
      : secretFile(dataHome({ dataDir }));
  return new SetupError(
    `${which} is not the secret of this database: set APP_SECRET to the old secret, or, to change it, set APP_SECRET_OLD to the old secret. ${LOST}`,
  );
};

const LOST = 'If it is lost, run npm run secret -- --accept';

/** The secret cannot be derived from it. As with every encrypted password, a reader of the database can test a guess. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fingerprint').digest('base64url');

/** The first process stores it; the others read it. */
async function firstFingerprint(db: Database, secret: string): Promise<string> {
  await run(
    db,
    sql`insert into installation_secrets (name, value)
        select ${NAME}, ${fingerprintOf(secret)}::text where not exists (select from installation_secrets where name = ${NAME})
        on conflict do nothing`,
  );
  return (await readFingerprint(db)) as string;
}

async function readFingerprint(db: Database): Promise<string | undefined> {
  const [row] = await run<{ value: string }>(db, sql`select value from installation_secrets where name = ${NAME}`);
  return row?.value;
}
