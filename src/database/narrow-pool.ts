import type pg from 'pg';
import { Semaphore } from '../async/semaphore.ts';

/** The same pool, for work that may use at most `size` of its connections at a time. Further statements wait, in order. */
export function narrowPool(pool: pg.Pool, size: number): pg.Pool {
  const room = new Semaphore(() => size);

  const query = async (...statement: Parameters<pg.Pool['query']>) => {
    await room.acquire();
    try {
      return await pool.query(...statement);
    } finally {
      room.release();
    }
  };

  const connect = async (): Promise<pg.PoolClient> => {
    await room.acquire();
    try {
      const client = await pool.connect();
      const release = client.release.bind(client);
      client.release = (broken) => {
        client.release = release;
        room.release();
        release(broken);
      };
      return client;
    } catch (error) {
      room.release();
      throw error;
    }
  };

  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return query;
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
