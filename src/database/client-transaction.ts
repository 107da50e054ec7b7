import type pg from 'pg';

/** Runs work in a transaction of one connection. Rolls back when the work throws. */
export async function clientTransaction<Result>(client: pg.ClientBase, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection is gone, and the transaction with it
    throw error;
  }
}
