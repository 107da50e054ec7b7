import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';

/** Migrates the job queue's tables (schema graphile_worker). Only one process may do this at a time. */
export async function migrateJobQueue(url: string, log: Log): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  try {
    await runMigrations({ pgPool: pool, logger: queueLogger(log) });
  } catch (error) {
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
