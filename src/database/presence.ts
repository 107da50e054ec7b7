import pg from 'pg';
import { SetupError } from '../config.ts';

/** An arbitrary number, the same in every version. */
const LOCK = 7_402_118;

/** Errors of a server that is starting, stopping or out of connections. */
const TEMPORARY = new Set(['57P01', '57P02', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

/**
 * A session that marks this process as a user of the server. It ends with the process, even a killed one, so no check of living
 * processes is needed: the last user is the one that gets the exclusive lock.
 */
export class Presence {
  readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  /** Undefined when the server accepts no users: it is starting, or its last user is shutting it down. */
  static async enter(url: string): Promise<Presence | undefined> {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as entered', [LOCK]);
      if (rows[0].entered) return new Presence(client);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (code === '28P01') throw new SetupError('The embedded database does not accept its stored password');
      if (!TEMPORARY.has(code ?? '') && !/terminated|timeout/.test(message)) throw error;
    }
    await client.end().catch(() => {});
    return undefined;
  }

  /** Returns true for the last user. Then no other process can enter, and the server may be shut down. */
  async leave(): Promise<boolean> {
    await this.client.query('select pg_advisory_unlock_shared($1)', [LOCK]);
    const { rows } = await this.client.query('select pg_try_advisory_lock($1) as last', [LOCK]);
    return rows[0].last;
  }

  async end(): Promise<void> {
    await this.client.end().catch(() => {});
  }
}
