import pg from 'pg';
import { shortClientOptions } from './client-options.ts';

/** Databases whose tables are spread over several machines by team, and the transactions on them. */
const distributed = new WeakSet<object>();

/**
 * Finds out, once when a process connects, whether `npm run distribute` has spread the tables over several machines
 * (docs/adr/0044). There a statement that locks or writes must name its one team, and no trigger runs.
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

/** Whether the tables are spread over several machines. */
export const isDistributed = (db: object): boolean => distributed.has(db);

/** Gives a transaction the layout of the database it runs on. */
export function ofSameLayout<Transaction extends object>(db: object, transaction: Transaction): Transaction {
  if (distributed.has(db)) distributed.add(transaction);
  return transaction;
}
