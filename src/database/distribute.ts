import type pg from 'pg';
import { SetupError } from '../config.ts';
import { addForeignKey, dropForeignKeys } from './foreign-keys.ts';
import { delegate, readFunctions } from './functions.ts';

/**
 * Tables that only the coordinator has: data that changes with each call or message, too quickly for agreement between two
 * machines, and data without a team, such as users and their dependent rows.
 */
export const ON_COORDINATOR: ReadonlySet<string> = new Set([
  'api_tokens',
  'idempotency_keys',
  'rate_windows',
  'network_windows',
  'send_budgets',
  'sending_pauses',
  'refusal_counts',
  'installation_secrets',
  'last_backups',
  'registered_documents',
  'users',
  'members',
  'invitations',
  'invitation_counts',
  'sessions',
  'sign_ins',
  'passkeys',
  'passkey_challenges',
  '_prisma_migrations',
]);

/**
 * The counters among them, which lose their foreign key to `teams`: with it they would be Citus tables too, and their statements,
 * which use the clock, would fall under its rules. Teams are never deleted.
 */
const COUNTERS: ReadonlySet<string> = new Set([
  ...['idempotency_keys', 'rate_windows', 'send_budgets', 'sending_pauses', 'refusal_counts'],
]);

/** Tables copied to every machine: small, rarely changed, and joined with team tables. */
export const EVERYWHERE: ReadonlySet<string> = new Set(['teams']);

/** The result for a table, as text for the operator. */
export interface Distributed {
  table: string;
  where: 'everywhere' | 'by team' | 'on the coordinator';
  /** Whether it was already so. */
  already: boolean;
}

/**
 * Distributes the tables of a migrated database over the machines of a Citus cluster (docs/adr/0044), those with a team's rows by
 * team. Runs in one transaction and can be repeated: finished tables are skipped. Nothing else may use the database in the
 * meantime. Throws SetupError without Citus, or without workers.
 */
export async function distribute(client: pg.ClientBase, progress: (distributed: Distributed) => void): Promise<void> {
  await refuseUnfit(client);
  await client.query('begin');
  try {
    // Within one transaction Citus cannot change a table and its foreign keys on several connections at once.
    await client.query(
      `set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning`,
    );
    await distributeAll(client, progress);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is gone, and the transaction with it
    throw error;
  }
}

async function distributeAll(client: pg.ClientBase, progress: (distributed: Distributed) => void): Promise<void> {
  const done = await readDistributed(client);
  const ofTeams = await tablesOfTeams(client);
  const isNew = (table: string) => !done.has(table);
  await makeEnumCasts(client);
  await dropTriggers(client);
  // Citus accepts foreign keys only between tables that are already distributed.
  const keys = [...EVERYWHERE, ...ofTeams].some(isNew) ? await dropForeignKeys(client) : [];
  for (const table of EVERYWHERE) {
    if (isNew(table)) await client.query(`select create_reference_table('${table}')`);
    progress({ table, where: 'everywhere', already: !isNew(table) });
  }
  let beside = ofTeams.find((table) => done.has(table)) ?? 'none'; // so that all rows of a team are on one machine
  for (const table of ofTeams) {
    if (isNew(table)) {
      await client.query(`select create_distributed_table('${table}', 'team_id', colocate_with => '${beside}')`);
    }
    if (beside === 'none') beside = table;
    progress({ table, where: 'by team', already: !isNew(table) });
  }
  for (const key of keys.filter(({ table }) => !COUNTERS.has(table))) await addForeignKey(client, key);
  for (const { name } of await readFunctions()) await delegate(client, name);
  await askInTurn(client);
  for (const table of [...ON_COORDINATOR].sort()) progress({ table, where: 'on the coordinator', already: true });
}

/**
 * Queries over all parts of a table are small: they look for teams with due messages. By default Citus opens several connections
 * to query the parts of a machine at once, which takes longer than one after another.
 */
async function askInTurn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  await client.query(
    `alter role current_user in database ${rows[0]!.name} set citus.max_adaptive_executor_pool_size = 1`,
  );
}

/**
 * Distributes a table that a migration has just created, like the other team tables. A table that belongs elsewhere stays there.
 */
export async function distributeTable(client: pg.ClientBase, table: string): Promise<void> {
  if (!(await tablesOfTeams(client)).includes(table)) return;
  await client.query(`select create_distributed_table('${table}', 'team_id', colocate_with => 'lists')`);
}

async function refuseUnfit(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
  if (rows.length === 0) {
    throw new SetupError(
      'DATABASE_URL points to a PostgreSQL without Citus: connect to the coordinator, and run CREATE EXTENSION citus there and in the same database of each worker',
    );
  }
  const nodes = await client.query<{ coordinator: boolean }>(
    'select groupid = 0 as coordinator from pg_dist_node where isactive',
  );
  if (!nodes.rows.some(({ coordinator }) => coordinator)) {
    throw new SetupError(
      'The cluster does not list its coordinator: run SELECT citus_set_coordinator_host(ADDRESS_OF_THE_COORDINATOR)',
    );
  }
  if (!nodes.rows.some(({ coordinator }) => !coordinator)) {
    throw new SetupError('There are no workers: run SELECT citus_add_node(address, 5432) for each');
  }
}

/** The tables that are already copied or distributed. */
async function readDistributed(client: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' or p.repmodel = 't'`);
  return new Set(rows.map(({ name }) => name));
}

/** The tables to distribute by team, by name. */
async function tablesOfTeams(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped)
    order by c.relname`);
  return rows.map(({ name }) => name).filter((name) => !ON_COORDINATOR.has(name) && !EVERYWHERE.has(name));
}

/**
 * PostgreSQL treats the text of an enum as mutable, and Citus returns no mutable expression from a write. These casts are
 * immutable.
 */
export async function makeEnumCasts(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ type: string }>(`
    select quote_ident(t.typname) as type from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'e'
      and not exists (select from pg_cast c where c.castsource = t.oid and c.casttarget = 'text'::regtype)
    order by 1`);
  for (const { type } of rows) {
    await client.query(`
      create or replace function public.text_of(${type}) returns text language sql immutable strict parallel safe
        as $$ select textin(enum_out($1)) $$;
      create cast (${type} as text) with function public.text_of(${type}) as assignment`);
  }
}

/** Distributed tables have no triggers: there the writing functions do their work (docs/adr/0044). */
export async function dropTriggers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string }>(`
    select quote_ident(t.tgname) as name, t.tgrelid::regclass::text as table from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = 'public'::regnamespace order by 2, 1`);
  for (const { name, table } of rows) await client.query(`drop trigger ${name} on ${table}`);
}
