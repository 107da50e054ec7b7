import pg from 'pg';
import { clientOptions } from './client-options.ts';

/** Limits that a role, a database or the URL may have set. `transaction_timeout` came with PostgreSQL 17. */
const LIMITS = ['lock_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout', 'transaction_timeout'];

/** The options of a connection for statements without a time limit. */
export const longClientOptions = (url: string): pg.ClientConfig => ({ ...clientOptions(url), query_timeout: 0 });

/** Lifts the time limits of a session, which are meant for requests. */
export async function liftTimeLimits(client: pg.ClientBase): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(`select set_config(name, '0', false) from pg_settings where name = any($1)`, [LIMITS]);
}

/** Opens a connection for work that may take hours: migrations, backups, restores. The caller ends it. */
export async function connectForLongWork(url: string): Promise<pg.Client> {
  const client = new pg.Client(longClientOptions(url));
  client.on('error', () => {}); // its statement fails
  await client.connect();
  try {
    await liftTimeLimits(client);
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}
