import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';

/** Brings the tables of the job queue (schema graphile_worker) up to date. Not to be run twice at once. */
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

/** What the queue says of itself; its remarks on every job are for whoever looks closely. */
export const queueLogger = (log: Log): Logger =>
  new Logger(({ label }) => (level, message) => {
    const at = level === 'error' ? 'error' : level === 'warning' ? 'warn' : 'debug';
    log[at]({ from: label }, message.split('\n')[0]);
  });
