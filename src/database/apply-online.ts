import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { buildIndex, dropIndex } from './build-index.ts';
import { clientTransaction } from './client-transaction.ts';
import { logProgress } from './log-progress.ts';
import { hasDistributedTables } from './migrate-distributed.ts';
import { lockHistory, noteApplied } from './migration-history.ts';
import type { Migration } from './migrations.ts';
import type { Step } from './online-steps.ts';
import { runBriefly, untilUnlocked } from './patient-locks.ts';

/**
 * Advisory lock: one process applies an online migration. It is not that of the history: a statement waiting for a lock is older
 * than the index, and PostgreSQL builds no index before older statements have ended.
 */
const LOCK = 7_402_170;

const LOOK_MS = 300;

interface Options {
  client: pg.Client;
  url: string;
  log: Log;
  /** How many milliseconds a step retries to get a brief lock. */
  patience?: number;
  /** Whether the migration is still pending. */
  isPending(): Promise<boolean>;
}

/**
 * Applies an online migration, statement by statement and outside a transaction, while others write (docs/adr/0170). After an
 * interruption it starts again and skips finished parts. Returns false when another process was faster. Throws SetupError when a
 * statement fails.
 */
export async function applyOnline(
  migration: Migration,
  steps: readonly Step[],
  { client, url, log, isPending, patience }: Options,
): Promise<boolean> {
  await takeTurn(client);
  try {
    if (!(await isPending())) return false;
    const what = `Migration ${migration.name}`;
    log.info({ migration: migration.name }, 'a migration works while others write; it may take minutes');
    if (await hasDistributedTables(client)) await client.query(`set citus.multi_shard_modify_mode = 'sequential'`);
    const stopLogging = logProgress(url, await pidOf(client), log, what);
    try {
      for (const step of steps) await take(step, { client, log, what, ...(patience && { patience }) });
    } catch (error) {
      if (error instanceof SetupError) throw error;
      throw new SetupError(`${what} cannot be applied, and the next start tries again: ${(error as Error).message}`);
    } finally {
      stopLogging();
    }
    await clientTransaction(client, async () => {
      await lockHistory(client);
      await noteApplied(client, migration);
    });
    return true;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {}); // gone with the connection
  }
}

/** Polls instead of waiting in one statement, which would block the index build. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0].taken) return;
    await pause(LOOK_MS);
  }
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return rows[0].pid;
}

type Trying = Parameters<typeof untilUnlocked>[1];

async function take(step: Step, trying: Trying): Promise<void> {
  const { client } = trying;
  const briefly = (sql: string) =>
    untilUnlocked(() => clientTransaction(client, () => runBriefly(client, [sql])), trying);
  switch (step.kind) {
    case 'build index':
      return untilUndisturbed(() => buildIndex(client, step, briefly), trying);
    case 'drop index':
      return untilUndisturbed(() => dropIndex(client, step.name, briefly), trying);
    case 'validate':
      return untilUndisturbed(() => client.query(step.sql), trying);
    case 'set not null':
      return void (await briefly(step.sql));
    case 'add constraint':
      if (!(await hasConstraint(client, step))) await briefly(step.sql);
  }
}

/** Retries after a deadlock, however long the work has taken: nothing waits for it. */
async function untilUndisturbed(work: () => Promise<unknown>, trying: Trying): Promise<void> {
  await untilUnlocked(work, { ...trying, patience: Number.POSITIVE_INFINITY });
}

async function hasConstraint(client: pg.ClientBase, { table, name }: { table: string; name: string }) {
  const { rowCount } = await client.query(
    'select from pg_constraint where conrelid = to_regclass($1) and conname = $2::name',
    [`public."${table}"`, name],
  );
  return rowCount !== 0;
}
