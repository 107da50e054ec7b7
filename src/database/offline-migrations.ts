import type pg from 'pg';
import { SetupError } from '../config.ts';
import { ALIVE } from './alive.ts';
import type { Migration } from './migrations.ts';

/** Begins a migration that processes of older versions cannot work with. The rest of the line says why. */
const OFFLINE = /^-- offline: \S/;

export const isOffline = ({ sql }: Pick<Migration, 'sql'>): boolean => OFFLINE.test(sql);

/**
 * Throws SetupError if an offline migration is pending while other processes are running: they are of an older version, because
 * a process migrates first (docs/adr/0181).
 */
export async function refuseBesideOlderProcesses(client: pg.ClientBase, pending: readonly Migration[]): Promise<void> {
  const migration = pending.find(isOffline);
  if (!migration) return;
  const { rows } = await client.query<{ count: number }>(
    `select count(distinct objid)::int as count from pg_locks
     where locktype = 'advisory' and classid = $1::int::oid and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())`,
    [ALIVE],
  );
  const { count } = rows[0]!;
  if (count === 0) return;
  throw new SetupError(
    `This version cannot run beside older ones, and ${count === 1 ? 'a process' : `${count} processes`} of an older version ${count === 1 ? 'is' : 'are'} running. Stop all processes, then start this version: it applies migration ${migration.name} first`,
  );
}
