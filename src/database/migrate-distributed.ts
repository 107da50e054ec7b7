import type pg from 'pg';
import { distributeTable, makeEnumCasts } from './distribute.ts';
import { statementsOf } from './statements-of.ts';

/** Whether the tables of the database were distributed. */
export async function hasDistributedTables(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('pg_catalog.pg_dist_partition') is not null as citus`);
  if (!rows[0].citus) return false;
  const placed = await client.query(`select 1 from pg_dist_partition where logicalrelid = to_regclass('public.teams')`);
  return placed.rows.length > 0;
}

/**
 * Lets the current transaction change tables and their foreign keys: within one, Citus cannot do so on several connections at once.
 * Does nothing on a database that is not distributed.
 */
export async function changeTablesInTurn(client: pg.ClientBase): Promise<void> {
  if (await hasDistributedTables(client)) await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
}

/**
 * Applies a migration to distributed tables, in the caller's transaction, statement by statement as Citus requires. A new table
 * is distributed before a foreign key to or from it is added.
 */
export async function applyDistributed(client: pg.ClientBase, sql: string): Promise<void> {
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`);
  for (const statement of statementsOf(sql)) {
    await client.query(statement);
    const table = /^create table (?:if not exists )?"?(\w+)"?/i.exec(statement)?.[1];
    if (table) await distributeTable(client, table);
  }
  await makeEnumCasts(client);
}
