import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from '../config.ts';
import { chooseHost } from './choose-host.ts';
import { shortClientOptions, targetOf } from './client-options.ts';
import { connectionProblem } from './connection-problem.ts';
import { endOrCut } from './cut.ts';
import { OWN_DATABASE } from './database-url.ts';

const OLDEST = 14;

/** How long a notice to this process may take. */
const NOTICE_MS = 3_000;

/**
 * Checks that the database of DATABASE_URL is usable: it answers, is writable and recent enough, its tables will be in the schema
 * public, and notices arrive. Throws SetupError with one line that says what to do and does not contain the password.
 */
export async function checkDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await refuseUnfit(client);
    await refuseDeaf(client, url);
  });
}

/** Chooses the host first. Turns connection errors into SetupError. */
async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  let client: pg.Client | undefined;
  try {
    await chooseHost(url);
    client = new pg.Client(shortClientOptions(url));
    client.on('error', () => {});
    await client.connect();
    await work(client);
  } catch (error) {
    if (error instanceof SetupError) throw error;
    throw new SetupError(`DATABASE_URL cannot be used: ${connectionProblem(error, url)}`);
  } finally {
    if (client) await endOrCut(client);
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; schema: string | null }>(
    `select current_setting('server_version_num') as version, current_schema() as schema`,
  );
  const [{ version, schema }] = rows as [{ version: string; schema: string | null }];
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST) throw new SetupError(`DATABASE_URL points to PostgreSQL ${major}; ${OLDEST} or newer is needed`);
  if (schema === null) throw new SetupError(`DATABASE_URL cannot be used: ${await grantOfSchema(client)}`);
  if (schema !== 'public') {
    throw new SetupError(
      `DATABASE_URL points to the schema ${schema}, but Tidings keeps its tables in public: ${OWN_DATABASE}, or ALTER ROLE … RESET search_path`,
    );
  }
}

async function grantOfSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select quote_ident(current_user) as role');
  return `the role may not use the schema public: run GRANT USAGE, CREATE ON SCHEMA public TO ${rows[0].role}`;
}

/** Listens on one connection and notifies by another, as processes do. A pooler in transaction mode loses the notice. */
async function refuseDeaf(client: pg.Client, url: string): Promise<void> {
  const channel = `tidings_${randomBytes(6).toString('hex')}`;
  const other = new pg.Client(shortClientOptions(url));
  other.on('error', () => {});
  try {
    await other.connect();
    await client.query(`listen ${channel}`);
    const heard = once(client, 'notification').then(
      () => true,
      () => false,
    );
    await other.query('select pg_notify($1, $2)', [channel, '']);
    if (await Promise.race([heard, sleep(NOTICE_MS, false, { ref: false })])) return;
  } finally {
    await endOrCut(other);
  }
  throw new SetupError(`DATABASE_URL points to ${poolerOf(url)}, which loses LISTEN/NOTIFY: ${directAddressOf(url)}`);
}

/** Well-known providers by host name and port: the name of their pooler, and how to bypass it. */
const POOLERS: readonly (readonly [RegExp, string, string])[] = [
  [/-pooler\..*neon\.tech/, "Neon's pooler", 'take -pooler out of the host'],
  [
    /pooler\.supabase\.com:6543/,
    "Supabase's pooler in transaction mode",
    'use port 5432 (session mode), or the direct connection',
  ],
  [/\.db\.ondigitalocean\.com:25061/, "DigitalOcean's connection pool", 'use port 25060, or a pool in session mode'],
  [/\.proxy-.*\.rds\.amazonaws\.com/, 'RDS Proxy', 'use the endpoint of the instance or cluster'],
  [/\.postgres\.database\.azure\.com:6432/, "Azure's PgBouncer", 'use port 5432'],
];

const placesOf = (url: string): string =>
  targetOf(url)
    .read.hosts.map(({ host, port }) => `${host}:${port}`)
    .join(',');

const poolerOf = (url: string): string =>
  POOLERS.find(([place]) => place.test(placesOf(url)))?.[1] ?? 'a pooler in transaction mode';

const directAddressOf = (url: string): string =>
  POOLERS.find(([place]) => place.test(placesOf(url)))?.[2] ??
  'use the address of the database itself, or session mode (pool_mode = session in PgBouncer)';
