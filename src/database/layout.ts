import pg from 'pg';
import { shortClientOptions } from './client-options.ts';

/** Databases with tables distributed by team, and the transactions on them. */
const distributed = new WeakSet<object>();

/**
 * Checks once, when a process connects, whether `npm run distribute` has distributed the tables (docs/adr/0044). If so, a
 * statement that locks or writes must name its one team, and no trigger runs.
 */
export async function readLayout(db: object, url: string): Promise<void> {
  const client = new pg.Client(shortClientOptions(url));
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query(`
      select not exists (select from pg_trigger where tgrelid = 'events'::regclass and tgname = 'note_insert') as distributed`);
    if (rows[0].distributed) distributed.add(db);
  } finally {
    await client.end();
  }
}

/** Whether the tables are distributed over several machines. */
export const isDistributed = (db: object): boolean => distributed.has(db);

/** Gives a transaction the layout of the database it runs on. */
export function ofSameLayout<Transaction extends object>(db: object, transaction: Transaction): Transaction {
  if (distributed.has(db)) distributed.add(transaction);
  return transaction;
}
