import { PrismaPg } from '@prisma/adapter-pg';
import type { Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';

/** The isolation level that only `hold` asks for. Prisma's own transactions ask for none. */
const HELD = { option: 'ReadCommitted', level: 'READ COMMITTED' } as const;

/** The connection of one transaction, until the transaction ends. */
export class TransactionConnection {
  #client: pg.ClientBase | undefined;
  #before: Promise<unknown> = Promise.resolve();

  /** Throws when the transaction has ended, because another one may have the connection by now. */
  private get client(): pg.ClientBase {
    if (!this.#client) throw new Error('The transaction has ended.');
    return this.#client;
  }

  /** Sends a statement after the previous one has ended, as `pg` requires. */
  query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    const result = this.#before.then(() => this.client.query(statement));
    this.#before = result.catch(() => {});
    return result;
  }

  /** Takes the connection of a transaction that has begun. It is released before the transaction ends. */
  hold(transaction: Transaction): void {
    this.#client = (transaction as unknown as { client: pg.ClientBase }).client;
    const end = () => {
      this.#client = undefined;
    };
    const { executeRaw, commit, rollback } = transaction;
    Object.assign(transaction, {
      executeRaw: (query: Parameters<typeof executeRaw>[0]) => {
        if (/^(commit|rollback)$/i.test(query.sql)) end();
        return executeRaw.call(transaction, query);
      },
      commit: () => {
        end();
        return commit.call(transaction);
      },
      rollback: () => {
        end();
        return rollback.call(transaction);
      },
    });
  }
}

/** Prisma's driver adapter for a pool, which also reports the connection of a transaction. */
export class ConnectionTeller extends PrismaPg {
  /** The owner of the next transaction that begins at the level of `HELD`. */
  #next: { connection: TransactionConnection; taken(): void } | undefined;
  #turn: Promise<void> = Promise.resolve();

  override async connect() {
    const adapter = await super.connect();
    const begin = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => {
      if (level !== HELD.level) return begin(level);
      const next = this.#next;
      this.#next = undefined;
      next?.taken();
      const transaction = await begin(); // the level is the database's own, which is the same unless it was configured
      next?.connection.hold(transaction);
      return transaction;
    };
    return adapter;
  }

  /**
   * Calls `start`, which must begin one Prisma transaction at `isolationLevel`, and gives it the connection, which is held once
   * the transaction has begun. Prisma does not say which call a transaction belongs to, so calls take turns until they arrive at
   * the adapter, before anything is sent.
   */
  async hold<Result>(
    start: (connection: TransactionConnection, isolationLevel: typeof HELD.option) => Promise<Result>,
  ): Promise<Result> {
    const before = this.#turn;
    let taken!: () => void;
    this.#turn = new Promise((resolve) => {
      taken = resolve;
    });
    await before;
    const next = { connection: new TransactionConnection(), taken };
    this.#next = next;
    try {
      return await start(next.connection, HELD.option);
    } finally {
      if (this.#next === next) this.#next = undefined; // it was never begun
      taken();
    }
  }
}
