import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { SetupError } from '../config.ts';
import type { Log } from '../log.ts';

/**
 * How long a migration waits for a lock. Later statements on the table wait behind it. It is less than PostgreSQL's one second
 * before it looks for deadlocks, so the migration gives way and never a request.
 */
const LOCK_MS = 800;

/** For all locks of a transaction together: locks it already holds block others while it waits for the next. */
const LOCKS_MS = 1_600;

/** A statement that waits behind no other gets its lock within this, however long the transaction has lasted. */
const SHORT_LOCK_MS = 200;

/** The pause between two tries, in which the statements that waited behind the last one run. */
const PAUSE_MS = 1_000;

const SAID_AGAIN_MS = 30_000;

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

interface Options {
  client: pg.ClientBase;
  log: Log;
  /** The name of the waiting work, for people. */
  what: string;
  /** How many milliseconds to keep trying. */
  patience?: number;
}

/** Limits how long the statements of a session wait for a lock. */
export const limitLockWaits = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`set lock_timeout = ${LOCK_MS}`);

/** Runs the statements of a transaction one after another, with a limit on their lock waits together. */
export async function runBriefly(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  const from = performance.now();
  for (const statement of statements) {
    const left = Math.round(LOCKS_MS - (performance.now() - from));
    await client.query(`set local lock_timeout = ${Math.min(LOCK_MS, Math.max(SHORT_LOCK_MS, left))}`);
    await client.query(statement); // alone, because Citus passes the whole text on
  }
}

/** Whether a statement met others that use the same tables. Its transaction was rolled back and can be repeated. */
export function isOccupied(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [code, cause?.code].some((known) => known === DEADLOCK || known === LOCK_NOT_AVAILABLE);
}

/**
 * Repeats a transaction until it gets its locks. If it does not within ten minutes, throws SetupError with the name of the
 * transaction that blocked it longest.
 */
export async function untilUnlocked<Result>(
  work: () => Promise<Result>,
  { client, log, what, patience = 600_000 }: Options,
): Promise<Result> {
  const from = performance.now();
  let said = -Infinity;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOccupied(error)) throw error;
      const inTheWay = await longestTransaction(client);
      const waited = performance.now() - from;
      if (waited > patience) {
        throw new SetupError(
          `${what} waited ${Math.round(waited / 1000)} s for its tables, which ${inTheWay} uses: end it, then start again`,
        );
      }
      if (performance.now() - said > SAID_AGAIN_MS) {
        log.warn({ what, inTheWay }, 'the tables are in use; trying again until they are free');
        said = performance.now();
      }
      await pause(PAUSE_MS * (1 + Math.random()));
    }
  }
}

async function longestTransaction(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select format('a transaction of "%s" (process %s, for %s s)', application_name, pid,
       extract(epoch from clock_timestamp() - xact_start)::int) as text
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  return rows[0]?.text ?? 'another transaction';
}
