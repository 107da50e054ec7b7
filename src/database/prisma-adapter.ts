import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';
import { TransactionConnection } from './transaction-connection.ts';

/** The statement by which a transaction of Prisma's joins one of ours, before its number. It is never sent. */
const JOIN = 'join transaction ';

/** Our transactions that one of Prisma's is about to join. */
type Joinable = Map<number, TransactionConnection>;

/**
 * Prisma's driver adapter for a pool. A transaction that Prisma begins can join one of ours: it then has the same connection,
 * and only ours commits or rolls back.
 */
export class JoiningAdapter implements SqlDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #pool: pg.Pool;
  readonly #joinable: Joinable = new Map();
  #last = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async connect(): Promise<SqlDriverAdapter> {
    const adapter = await new PrismaPg(this.#pool).connect();
    const { provider, adapterName } = this;
    return {
      provider,
      adapterName,
      queryRaw: (query) => adapter.queryRaw(query),
      executeRaw: (query) => adapter.executeRaw(query),
      executeScript: (script) => adapter.executeScript(script),
      getConnectionInfo: () => adapter.getConnectionInfo(),
      dispose: () => adapter.dispose(),
      startTransaction: async () => new JoiningTransaction(this.#pool, this.#joinable),
    };
  }

  /** Makes a transaction that Prisma has just begun join ours. */
  async join(prismas: Prisma.TransactionClient, ours: TransactionConnection): Promise<void> {
    this.#last += 1;
    const number = this.#last;
    this.#joinable.set(number, ours);
    try {
      await prismas.$executeRawUnsafe(`${JOIN}${number}`);
    } finally {
      this.#joinable.delete(number);
    }
  }
}

/** A transaction of Prisma's. Its first statement decides whether it joins one of ours or begins one on a connection of the pool. */
class JoiningTransaction implements Transaction {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  /** Prisma calls `commit` and `rollback`, and sends no statements for them. */
  readonly options = { usePhantomQuery: true };
  readonly #pool: pg.Pool;
  readonly #joinable: Joinable;
  #own: Promise<TransactionConnection> | undefined;
  #statements: Promise<SqlQueryable> | undefined;

  constructor(pool: pg.Pool, joinable: Joinable) {
    this.#pool = pool;
    this.#joinable = joinable;
  }

  async queryRaw(query: SqlQuery) {
    return (await this.#on()).queryRaw(query);
  }

  async executeRaw(query: SqlQuery) {
    if (!query.sql.startsWith(JOIN)) return (await this.#on()).executeRaw(query);
    this.#statements = statementsOn(this.#joinable.get(Number(query.sql.slice(JOIN.length))) as TransactionConnection);
    return 0;
  }

  async commit() {
    await (await this.#own)?.commit();
  }

  async rollback() {
    await (await this.#own?.catch(() => undefined))?.rollBack();
  }

  #on(): Promise<SqlQueryable> {
    this.#own ??= this.#statements ? undefined : TransactionConnection.begin(this.#pool);
    this.#statements ??= this.#own!.then(statementsOn);
    return this.#statements;
  }
}

/** Runs Prisma's statements on one connection, with the conversions of its adapter. */
const statementsOn = (connection: TransactionConnection): Promise<SqlQueryable> =>
  new PrismaPg(inFormOfPool(connection)).connect();

/** Prisma's adapter takes a pool, and of a pool it needs only this method here. */
const inFormOfPool = (connection: TransactionConnection): pg.Pool =>
  Object.assign(new pg.Pool(), { query: (statement: pg.QueryConfig) => connection.query(statement) });
