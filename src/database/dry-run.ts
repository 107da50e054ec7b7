import { type Database, inTransaction, isShared, run, sql } from './connect.ts';

class DryRunEnd<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('rolled back as intended');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction that is always rolled back, or in the caller's transaction and rolls back to a savepoint: its
 * changes and notices are discarded and never visible to others. Returns its result. `limit` is in milliseconds.
 */
export async function dryRun<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
  limit: number,
): Promise<Result> {
  if (!isShared(db)) return upToSavepoint(db, work);
  try {
    return await inTransaction(
      db,
      async (db): Promise<Result> => {
        throw new DryRunEnd(await work(db));
      },
      limit,
    );
  } catch (error) {
    if (error instanceof DryRunEnd) return error.result;
    throw error;
  }
}

async function upToSavepoint<Result>(db: Database, work: (db: Database) => Promise<Result>): Promise<Result> {
  await run(db, sql`savepoint dry_run`);
  try {
    return await work(db);
  } finally {
    await run(db, sql`rollback to savepoint dry_run`);
  }
}
