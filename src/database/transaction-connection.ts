import type pg from 'pg';

/** A statement came after the end of its transaction. */
export class TransactionEnded extends Error {
  constructor(message = 'The transaction has ended.') {
    super(message);
  }
}

/** A transaction on a connection of a pool, from BEGIN to COMMIT or ROLLBACK. */
export class TransactionConnection {
  readonly #client: pg.PoolClient;
  #before: Promise<unknown> = Promise.resolve();
  /** Why no more statements are sent. */
  #refusal: TransactionEnded | undefined;
  #ending: Promise<string> | undefined;

  private constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Takes a connection and begins a transaction. */
  static async begin(pool: pg.Pool): Promise<TransactionConnection> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
    } catch (error) {
      client.release(true);
      throw error;
    }
    return new TransactionConnection(client);
  }

  /**
   * Sends a statement after the previous one has ended, as `pg` requires. Throws `TransactionEnded` after the end of the
   * transaction, because another one may have the connection by now.
   */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const result = this.#before.then(() => {
      this.throwIfEnded();
      return this.#client.query(statement);
    });
    this.#before = result.catch(() => {});
    return result;
  }

  throwIfEnded(): void {
    if (this.#refusal) throw this.#refusal;
  }

  /** Commits after the running statement. Throws if PostgreSQL does not commit. */
  async commit(): Promise<void> {
    this.throwIfEnded();
    const tag = await this.#end('COMMIT', new TransactionEnded());
    // PostgreSQL answers so after a failed statement, even if its error was caught.
    if (tag === 'ROLLBACK') throw new Error('The transaction was rolled back, because a statement in it had failed.');
  }

  /** Rolls back after the running statement. Later statements fail with `reason`. After the end it does nothing. */
  async rollBack(reason = new TransactionEnded()): Promise<void> {
    // If it fails, the connection is gone, and the transaction with it.
    await (this.#ending ?? this.#end('ROLLBACK', reason)).catch(() => {});
  }

  #end(command: 'COMMIT' | 'ROLLBACK', reason: TransactionEnded): Promise<string> {
    this.#refusal = reason;
    this.#ending = this.#before.then(() => this.#release(command));
    return this.#ending;
  }

  /** Returns the connection to the pool, or closes it when the statement fails. */
  async #release(command: string): Promise<string> {
    try {
      const { command: tag } = await this.#client.query(command);
      this.#client.release();
      return tag;
    } catch (error) {
      this.#client.release(true);
      throw error;
    }
  }
}
