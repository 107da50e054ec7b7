import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Log } from '../log.ts';
import { CONNECT_MS, clientOptions } from './client-options.ts';
import { ofSameClock } from './clock.ts';
import { ofSameLayout } from './layout.ts';
import { narrowPool } from './narrow-pool.ts';
import { JoiningAdapter } from './prisma-adapter.ts';
import { joinOnDemand } from './prisma-in-transaction.ts';
import type { TransactionConnection } from './transaction-connection.ts';
import { runTransaction } from './transactions.ts';
import { type ConnectionWatch, watchConnections } from './watch-connections.ts';

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
const adapters = new WeakMap<object, JoiningAdapter>();
/** By transaction. */
const connections = new WeakMap<object, TransactionConnection>();

/** Opens one pool for Prisma and our own statements. Connections that die silently are replaced. */
export function connect(url: string, poolSize: number, log?: Log): Connection {
  // Each connection has its own options, because its name differs.
  const Client = class extends pg.Client {
    constructor() {
      super(clientOptions(url));
    }
  };
  const pool = new pg.Pool({ max: poolSize, connectionTimeoutMillis: CONNECT_MS, Client });
  pool.on('error', () => {}); // an idle connection was lost: the pool opens another on demand
  pool.on('connect', (client) => client.on('error', () => {})); // a connection in use was lost: its statement fails
  const watch = watchConnections(pool, url, log);
  const db = clientOf(pool);
  return {
    db,
    pool,
    close: async () => {
      await db.$disconnect();
      if (!pool.ended) await endAll(pool, watch);
    },
  };
}

function clientOf(pool: pg.Pool): PrismaClient {
  const adapter = new JoiningAdapter(pool);
  const db = new PrismaClient({ adapter });
  pools.set(db, pool);
  adapters.set(db, adapter);
  return db;
}

/**
 * The same database, for work that may use at most `size` of its connections at a time, so that other calls always find a free
 * one.
 */
export const narrowed = (db: Database, size: number): Database =>
  ofSameClock(db, ofSameLayout(db, clientOf(narrowPool(poolOf(db), size))));

const LAST_STATEMENTS_MS = 2_000;
const GONE_MS = 1_000;

/**
 * Ends a pool's connections and waits until they are closed. `end` does not wait: otherwise shutting the server down would
 * interrupt them and raise errors in their owners. Connections held by a dead network are cut, because they would keep the
 * process alive.
 */
async function endAll(pool: pg.Pool, watch: ConnectionWatch): Promise<void> {
  const open = pool.totalCount;
  let gone = 0;
  const allGone = new Promise<void>((resolve) => {
    if (open === 0) resolve();
    pool.on('remove', () => ++gone === open && resolve());
  });
  const ended = pool.end();
  await Promise.race([ended, sleep(LAST_STATEMENTS_MS, undefined, { ref: false })]);
  await Promise.race([allGone, sleep(GONE_MS, undefined, { ref: false })]);
  watch.cutAll();
  await ended;
  watch.stop();
}

/** The pool of a database. Throws for a transaction. */
export function poolOf(db: Database): pg.Pool {
  const pool = pools.get(db);
  if (!pool) throw new Error('a transaction has no pool');
  return pool;
}

/** The target of a statement: any connection of the pool, or that of the transaction. */
function connectionOf(db: Database): pg.Pool | TransactionConnection {
  const connection = pools.get(db) ?? connections.get(db);
  if (!connection) throw new Error('this is neither a database nor a transaction of ours');
  return connection;
}

/**
 * Runs one statement and returns its rows. It is prepared on its connection and costs a third of Prisma's raw query
 * (docs/adr/0004). Cast bigint results to int or float8: `pg` reads bigint as text.
 */
export async function run<Row>(db: Database, statement: Sql): Promise<Row[]> {
  const text = statement.text;
  const name = nameOf(text);
  const send = async (name: string) =>
    (await connectionOf(db).query({ name, text, values: statement.values as unknown[] })).rows as Row[];
  try {
    return await send(name);
  } catch (error) {
    if (!isOfAnotherPlan(error)) throw error;
    if (names.get(text) === name) names.set(text, hashOf(`${name} ${text}`));
    if (!isShared(db)) throw error; // its transaction cannot continue, and must be repeated
    return send(nameOf(text));
  }
}

/**
 * Whether a migration has changed what a prepared statement gives. PostgreSQL refuses it from then on, on each connection that has
 * prepared it. Under another name it is prepared again.
 */
const isOfAnotherPlan = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && (error as { routine?: string }).routine === 'RevalidateCachedQuery';

/**
 * Like `run`, for a statement with dynamic text, with a plan that depends on its values, or with a join of thousands of rows. It
 * is planned each time and not prepared: a connection would keep every variant forever, and a plan from when a table was empty
 * scans the whole table for each row.
 */
export async function runOnce<Row>(db: Database, { text, values }: Sql): Promise<Row[]> {
  return (await connectionOf(db).query({ text, values: values as unknown[] })).rows as Row[];
}

const USUAL_LIMIT_MS = 30_000;

/** Whether each statement commits by itself, so that callers may share statements. */
export const isShared = (db: Database): boolean => pools.has(db);

/** Runs `work` in the caller's transaction, or else in a new one, which is aborted after `timeout` milliseconds. */
export async function inTransaction<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
  timeout = USUAL_LIMIT_MS,
): Promise<Result> {
  const adapter = adapters.get(db);
  if (!adapter) return work(db);
  const within = async (connection: TransactionConnection) => {
    const { client, leave } = joinOnDemand(db as PrismaClient, adapter, connection, timeout);
    connections.set(client, connection);
    try {
      return await work(ofSameClock(db, ofSameLayout(db, client)));
    } finally {
      await leave();
    }
  };
  return runTransaction(poolOf(db), within, timeout);
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = hashOf(text);
    names.set(text, name);
  }
  return name;
}

const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex');
