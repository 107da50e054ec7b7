import type pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { applyOnline } from './apply-online.ts';
import { clientTransaction } from './client-transaction.ts';
import { findOutdated, makeFunctions } from './functions.ts';
import { migrateJobQueue } from './job-queue.ts';
import { connectForLongWork } from './long-work.ts';
import { applyDistributed, hasDistributedTables } from './migrate-distributed.ts';
import { findPending, lockHistory, makeHistory, noteApplied } from './migration-history.ts';
import { type Migration, readMigrations } from './migrations.ts';
import { refuseBesideOlderProcesses } from './offline-migrations.ts';
import { stepsOf } from './online-steps.ts';
import { isOccupied, runBriefly, untilUnlocked } from './patient-locks.ts';
import { refuseWithoutRights } from './refuse-without-rights.ts';
import { statementsOf } from './statements-of.ts';
import { makeWordIndex } from './word-index.ts';

/**
 * Migrates the database, its functions and the job queue to this version, and returns the names of the applied migrations. Each migration
 * commits together with its row in Prisma's history table, so a killed process leaves nothing half done, and processes that start
 * together apply each migration once. When other processes use the tables, a migration lets them go first and tries again
 * (docs/adr/0162-migrations-give-way.md). An online migration has no transaction: the next start completes one that was killed
 * (docs/adr/0170-online-migrations.md). Throws SetupError when the history has a failed migration or is newer than this version,
 * when an offline migration is pending beside older processes (docs/adr/0181-automation-emails-are-a-kind.md), or when the tables
 * stay in use for longer than `patience` milliseconds.
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
  const trying = { client, log, ...(patience && { patience }) };
  const patiently = <Result>(what: string, work: () => Promise<Result>) =>
    untilUnlocked(() => clientTransaction(client, work), { ...trying, what });
  const findNext = async () => {
    const pending = await findPending(client, known, log);
    await refuseBesideOlderProcesses(client, pending);
    return pending[0];
  };
  try {
    if ((await findNext()) !== undefined) await refuseWithoutRights(client);
    for (let next = await findNext(); next; next = await findNext()) {
      const migration = next;
      const isPending = async () => (await findNext())?.name === migration.name;
      const steps = stepsOf(migration.sql);
      const isApplied = steps
        ? await applyOnline(migration, steps, { ...trying, url, isPending })
        : await patiently(`Migration ${migration.name}`, () => apply(client, migration, isPending));
      if (!isApplied) continue; // another process was faster
      log.info({ migration: migration.name }, 'applied a migration');
      applied.push(migration.name);
    }
    if (!migrations && (await findOutdated(client)).length > 0) {
      await refuseWithoutRights(client);
      await patiently('The database functions', async () => {
        await lockHistory(client);
        const delegated = await hasDistributedTables(client);
        await makeFunctions(client, await findOutdated(client), { delegated }); // another process may have been faster
      });
    }
    await patiently('The job queue', async () => {
      await lockHistory(client);
      await migrateJobQueue(url, log);
    });
    if (!migrations && !(await hasDistributedTables(client))) await makeWordIndex(client, log);
  } finally {
    await client.end();
  }
  return applied;
}

/** Checks again with the lock held: another process may have been faster. Then it returns false. */
async function apply(client: pg.Client, migration: Migration, isPending: () => Promise<boolean>): Promise<boolean> {
  await lockHistory(client);
  await makeHistory(client);
  if (!(await isPending())) return false;
  const applying = (await hasDistributedTables(client))
    ? applyDistributed(client, migration.sql)
    : runBriefly(client, statementsOf(migration.sql));
  await applying.catch((error: Error) => {
    if (isOccupied(error)) throw error;
    throw new SetupError(`Migration ${migration.name} cannot be applied and was rolled back: ${error.message}`);
  });
  await noteApplied(client, migration);
  return true;
}
