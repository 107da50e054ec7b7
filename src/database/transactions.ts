import type pg from 'pg';
import { CONNECT_MS } from './client-options.ts';
import { TransactionConnection, TransactionEnded } from './transaction-connection.ts';

/**
 * Runs `work` in a transaction on a connection of the pool, which it waits for at most ten seconds. Rolls back if `work` throws,
 * or after `limit` milliseconds: `work` may go on, but its statements are refused.
 */
export async function runTransaction<Result>(
  pool: pg.Pool,
  work: (connection: TransactionConnection) => Promise<Result>,
  limit: number,
): Promise<Result> {
  const connection = await begin(pool);
  const timer = setTimeout(() => void connection.rollBack(new TransactionTimeout(limit)), limit);
  try {
    const result = await work(connection);
    await connection.commit();
    return result;
  } catch (error) {
    await connection.rollBack();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

class TransactionTimeout extends TransactionEnded {
  /** PostgreSQL's code for a transaction beyond its own limit. */
  readonly code = '25P04';

  constructor(limit: number) {
    super(`The transaction took longer than ${limit} ms and was rolled back.`);
  }
}

async function begin(pool: pg.Pool): Promise<TransactionConnection> {
  const beginning = TransactionConnection.begin(pool);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), CONNECT_MS);
  });
  try {
    return await Promise.race([beginning, tooLate]);
  } catch (error) {
    beginning.then(
      (late) => late.rollBack(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
