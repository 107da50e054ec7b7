import type pg from 'pg';
import { RateLimitedError } from '../errors.ts';
import { type Database, poolOf, type Sql } from './connect.ts';

/** How long a reader may take for a batch before the connection is taken away. */
const STILL_MS = 60_000;

/** Connections that readers hold, by pool. */
const held = new WeakMap<pg.Pool, number>();

/**
 * The rows of one statement as they were at one moment, `size` at a time and however many they are. A connection is
 * held meanwhile, and given back however the reading ends; of a pool's connections at most a third. Not within a
 * transaction. Throws RateLimitedError when too many are held.
 */
export async function* readInBatches<Row>(db: Database, statement: Sql, size: number): AsyncGenerator<Row[]> {
  const pool = poolOf(db);
  const others = held.get(pool) ?? 0;
  if (others >= Math.max(1, Math.floor((pool.options.max ?? 10) / 3))) throw new RateLimitedError();
  held.set(pool, others + 1);
  let client: pg.PoolClient | undefined;
  let isHeld = true;
  const giveBack = (broken: boolean) => {
    if (!isHeld) return;
    isHeld = false;
    held.set(pool, (held.get(pool) ?? 1) - 1);
    client?.release(broken);
  };
  try {
    client = await pool.connect();
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query({ text: `declare batches cursor for ${statement.text}`, values: statement.values as unknown[] });
    for (let last = false; !last; ) {
      const { rows } = await client.query<Row & pg.QueryResultRow>(`fetch ${size} from batches`);
      last = rows.length < size;
      const still = setTimeout(giveBack, STILL_MS, true);
      try {
        if (rows.length > 0) yield rows;
      } finally {
        clearTimeout(still);
      }
      if (!isHeld) throw new Error('the reader stood still for too long');
    }
    await client.query('commit');
    giveBack(false);
  } finally {
    // Left before its end or broken: the connection may be in any state.
    giveBack(true);
  }
}
