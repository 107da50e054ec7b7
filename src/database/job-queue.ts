import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';
import { type Database, run, type Sql, sql } from './connect.ts';
import { liftTimeLimits, longClientOptions } from './long-work.ts';
import { isOccupied, limitLockWaits } from './patient-locks.ts';

/**
 * Migrates the job queue's tables (schema graphile_worker). Only one process may do this at a time. Gives way to other processes
 * as our migrations do.
 */
export async function migrateJobQueue(url: string, log: Log): Promise<void> {
  const onConnect = async (client: pg.ClientBase) => {
    await liftTimeLimits(client);
    await limitLockWaits(client);
  };
  const pool = new pg.Pool({ ...longClientOptions(url), max: 1, onConnect });
  pool.on('error', () => {});
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  } catch (error) {
    if (isOccupied(error)) throw error;
    throw new SetupError(`The job queue cannot be set up in the database: ${(error as Error).message}`);
  } finally {
    await pool.end();
  }
}

/** Logs the queue's errors and warnings; its lines about every job are logged at debug level. */
export const queueLogger = (log: Log): Logger =>
  new Logger(({ label }) => (level, message) => {
    const at = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    log[at]({ from: label }, message.split('\n')[0]);
  });

/** Jobs of these tasks that a worker could run now. */
export const dueJobs = (tasks: readonly string[]): Sql =>
  sql`select from graphile_worker.jobs where task_identifier = any(${[...tasks]}::text[]) and run_at <= now()
        and locked_at is null and attempts < max_attempts`;

const MOST_COUNTED = 10_000;

export interface JobCount {
  task: string;
  /** `failing`: failed, and will be retried. `given_up`: will not. */
  state: 'waiting' | 'failing' | 'given_up';
  count: number;
}

/** Counts the jobs in the queue, which does not contain finished ones. */
export const countJobs = (db: Database): Promise<JobCount[]> =>
  run<JobCount>(
    db,
    sql`select task_identifier as task,
          case when attempts >= max_attempts then 'given_up' when last_error is not null then 'failing' else 'waiting' end as state,
          count(*)::int as count
        from (select task_identifier, attempts, max_attempts, last_error from graphile_worker.jobs limit ${MOST_COUNTED}) j
        group by 1, 2`,
  );
