import type pg from 'pg';
import { v4 } from 'uuid';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import type { Migration } from './migrations.ts';

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

/** Allows only one migrating transaction at a time. */
export async function lockHistory(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Creates the history table if it is missing. */
export const makeHistory = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`set local client_min_messages = warning; ${HISTORY}`);

/** Records an applied migration. The caller's transaction has locked the history. */
export async function noteApplied(client: pg.ClientBase, { name, checksum }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [v4(), checksum, name],
  );
}

/** The pending migrations of a database, in order. Throws SetupError when its history has a failed or an unknown migration. */
export async function findPending(
  client: pg.ClientBase,
  known: readonly Migration[],
  log: Log,
): Promise<readonly Migration[]> {
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
  return known.filter(({ name, checksum }) => {
    const row = history.get(name);
    if (row && row.checksum !== checksum) log.warn({ migration: name }, 'a migration was changed after it was applied');
    return !row;
  });
}

async function readHistory(client: pg.ClientBase): Promise<Applied[]> {
  const { rows } = await client.query(`select to_regclass('_prisma_migrations') is not null as present`);
  if (!rows[0].present) return [];
  const history = await client.query<Applied>(
    `select migration_name as name, checksum, finished_at is not null as finished
     from _prisma_migrations where rolled_back_at is null order by started_at`,
  );
  return history.rows;
}
