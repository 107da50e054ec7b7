import type pg from 'pg';
import { v4 } from 'uuid';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { migrateJobQueue } from './job-queue.ts';
import { connectForLongWork } from './long-work.ts';
import { applySpread, isSpread } from './migrate-spread.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { isOccupied, runBriefly, untilUnlocked } from './patient-locks.ts';
import { refuseWithoutRights } from './refuse-without-rights.ts';
import { statementsOf } from './statements-of.ts';
import { makeWordIndex } from './word-index.ts';

/** The advisory lock that Prisma's `migrate deploy` takes too, so that the two never run at the same time. */
const LOCK = 72_707_369;

const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

interface Applied {
  name: string;
  checksum: string;
  finished: boolean;
}

/**
 * Migrates the database and the job queue to this version, and returns the names of our migrations that were applied.
 * Each migration commits together with its row in Prisma's history table, so a killed process leaves nothing half done,
 * and processes that start together apply each migration once. Where other processes use the tables, a migration lets them go first
 * and tries again (docs/adr/0162-migrations-give-way.md). Throws SetupError when the history has a failed migration or is newer than
 * this version, and when the tables stay in use for longer than `patience` milliseconds.
 */
export async function migrate(
  url: string,
  log: Log,
  migrations?: readonly Migration[],
  patience?: number,
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const client = await connectForLongWork(url);
  const applied: string[] = [];
  const patiently = <Result>(what: string, work: () => Promise<Result>) =>
    untilUnlocked(() => inTransaction(client, work), { client, log, what, ...(patience && { patience }) });
  try {
    if ((await findNext(client, known, log)) !== undefined) await refuseWithoutRights(client);
    for (let next = await findNext(client, known, log); next; next = await findNext(client, known, log)) {
      const name = await patiently(`Migration ${next.name}`, () => applyNext(client, known, log));
      if (name === undefined) break;
      log.info({ migration: name }, 'applied a migration');
      applied.push(name);
    }
    await patiently('The job queue', async () => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      await migrateJobQueue(url, log);
    });
    if (!migrations && !(await isSpread(client))) await makeWordIndex(client, log);
  } finally {
    await client.end();
  }
  return applied;
}

/** Looks again after taking the lock: another process may have been faster. */
async function applyNext(client: pg.Client, known: readonly Migration[], log: Log): Promise<string | undefined> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  await client.query(`set local client_min_messages = warning; ${HISTORY}`);
  const next = await findNext(client, known, log);
  if (!next) return undefined;
  const applying = (await isSpread(client))
    ? applySpread(client, next.sql)
    : runBriefly(client, statementsOf(next.sql));
  await applying.catch((error: Error) => {
    if (isOccupied(error)) throw error;
    throw new SetupError(`Migration ${next.name} cannot be applied and was rolled back: ${error.message}`);
  });
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [v4(), next.checksum, next.name],
  );
  return next.name;
}

async function findNext(client: pg.Client, known: readonly Migration[], log: Log): Promise<Migration | undefined> {
  const history = new Map((await readHistory(client)).map((row) => [row.name, row]));
  for (const { name, finished } of history.values()) {
    if (!finished) {
      throw new SetupError(
        `Migration ${name} failed in this database: repair it, then run npx prisma migrate resolve --rolled-back ${name}`,
      );
    }
    if (!known.some((migration) => migration.name === name)) {
      throw new SetupError(`The database is newer than this version (it has migration ${name}): run the newer version`);
    }
  }
  for (const migration of known) {
    const row = history.get(migration.name);
    if (!row) return migration;
    if (row.checksum !== migration.checksum) {
      log.warn({ migration: migration.name }, 'a migration was changed after it was applied');
    }
  }
  return undefined;
}

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as present`);
  if (!rows[0].present) return [];
  const history = await client.query<Applied>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return history.rows;
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is gone, and the transaction with it
    throw error;
  }
}
