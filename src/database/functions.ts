import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { checkoutRoot } from './home.ts';
import { ownBuild } from './own-build.ts';

/** A database function: a file of prisma/functions. */
export interface DatabaseFunction {
  name: string;
  sql: string;
  /** Of the file. Stored as the function's comment, so that an unchanged function is left alone. */
  checksum: string;
}

/** The functions of this version, by name. A build contains its own. */
export async function readFunctions(): Promise<DatabaseFunction[]> {
  const folder = join(ownBuild() ?? join(checkoutRoot(), 'prisma'), 'functions');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(join(folder, file), 'utf8');
      return { name: file.replace('.sql', ''), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** The functions that the database lacks, or has from another version. */
export async function findOutdated(client: pg.ClientBase): Promise<DatabaseFunction[]> {
  const { rows } = await client.query<{ name: string; checksum: string | null }>(
    `select proname as name, obj_description(oid, 'pg_proc') as checksum from pg_proc where pronamespace = 'public'::regnamespace`,
  );
  const known = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  return (await readFunctions()).filter(({ name, checksum }) => known.get(name) !== checksum);
}

/**
 * Creates the functions, or replaces them, in the caller's transaction. `delegated`: Citus runs them. Older processes may still call them: a function whose
 * arguments, columns or meaning change gets a new name (docs/adr/0176).
 */
export async function makeFunctions(
  client: pg.ClientBase,
  functions: readonly DatabaseFunction[],
  { delegated }: { delegated: boolean },
): Promise<void> {
  for (const { name, sql, checksum } of functions) {
    await client.query(sql);
    await client.query(`comment on function ${name} is '${checksum}'`);
    if (delegated) await delegate(client, name);
  }
}

/**
 * The functions that are called within transactions, where Citus runs a function on the team's machine only if it is told to. Their
 * statements, and those of functions that they call, must then name the team by the same argument.
 */
const WITHIN_TRANSACTIONS: ReadonlySet<string> = new Set([
  'lock_people',
  'subscribe_people',
  'change_subscribers',
  'update_subscribers',
  'insert_mails',
]);

/** Lets Citus run a function of a team on the team's machine, in one call. */
export async function delegate(client: pg.ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ signature: string; of_team: boolean }>(
    `select oid::regprocedure::text as signature, proargnames[1] = 'team' as of_team from pg_proc
     where pronamespace = 'public'::regnamespace and proname = $1`,
    [name],
  );
  for (const { signature, of_team } of rows)
    await client.query(
      of_team
        ? `select create_distributed_function('${signature}', 'team', colocate_with := 'lists', force_delegation := ${WITHIN_TRANSACTIONS.has(name)})`
        : `select create_distributed_function('${signature}')`,
    );
}
