import type pg from 'pg';
import { type Database, poolOf } from './connect.ts';

/** In use, by pool. */
const inUse = new WeakMap<pg.Pool, number>();

/**
 * Takes one of the spare connections of background work, besides the one it needs: a fifth of the pool, so that calls always find
 * the others. Returns a function that gives it back, or undefined when none is left. It only counts; the caller's statements take
 * the connection. Not for use inside a transaction.
 */
export function spareConnection(db: Database): (() => void) | undefined {
  const pool = poolOf(db);
  const others = inUse.get(pool) ?? 0;
  if (others >= Math.floor((pool.options.max ?? 10) / 5)) return undefined;
  inUse.set(pool, others + 1);
  return () => inUse.set(pool, (inUse.get(pool) ?? 1) - 1);
}
