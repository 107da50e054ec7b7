import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';

export const { sql, join, empty, raw } = Prisma;
export type Sql = Prisma.Sql;

/** The database or a transaction on it. Domain code works with either. */
export type Database = Prisma.TransactionClient;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close(): Promise<void>;
}

const pools = new WeakMap<object, pg.Pool>();

/** Opens one pool, which Prisma and our own statements share. */
export function connect(url: string, poolSize: number): Connection {
  const pool = new pg.Pool({ connectionString: url, max: poolSize, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {}); // an idle connection was lost: the pool opens another on demand
  pool.on('connect', (client) => client.on('error', () => {})); // a connection in use was lost: its statement fails
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  pools.set(db, pool);
  return {
    db,
    pool,
    close: async () => {
      await db.$disconnect();
      if (!pool.ended) await pool.end();
    },
  };
}

/** The pool of a database. Throws for a transaction. */
export function poolOf(db: Database): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error('a transaction has no pool');
  return pool;
}

/**
 * Runs one statement and returns its rows. Outside a transaction it runs as a prepared statement on the pool, which
 * costs a third of Prisma's raw query (docs/adr/0004); inside a transaction it uses that transaction's connection.
 * Cast bigint results to int or float8, because the two paths read bigint differently.
 */
export async function run<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<Row[]>(statement);
  const text = statement.text;
  const result = await pool.query({ name: nameOf(text), text, values: statement.values as unknown[] });
  return result.rows as Row[];
}

/**
 * The same for a statement whose text is built dynamically. It is planned for its values and not prepared, because a
 * connection would keep every variant forever.
 */
export async function runOnce<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) return db.$queryRaw<Row[]>(statement);
  const result = await pool.query({ text: statement.text, values: statement.values as unknown[] });
  return result.rows as Row[];
}

const USUAL_LIMIT_MS = 30_000;

/** Whether each statement commits by itself, so that callers may share statements. */
export const isShared = (db: Database): boolean => pools.has(db);

/** Runs `work` in the caller's transaction, or else in a new one, which is aborted after `timeout` milliseconds. */
export function inTransaction<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
  timeout = USUAL_LIMIT_MS,
): Promise<Result> {
  return pools.has(db) ? (db as PrismaClient).$transaction(work, { maxWait: 10_000, timeout }) : work(db);
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('hex');
    names.set(text, name);
  }
  return name;
}
