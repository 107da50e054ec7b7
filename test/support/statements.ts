import type pg from 'pg';

type Record = (work: () => Promise<unknown>) => Promise<string[]>;

const recorders = new WeakMap<pg.Pool, Record>();

/**
 * Listens on every connection that the pool opens from now on. Gives a function that runs `work` and tells the
 * statements sent meanwhile, those that open and close transactions among them.
 */
export function recordStatements(pool: pg.Pool): Record {
  const listening = recorders.get(pool) ?? listen(pool);
  recorders.set(pool, listening);
  return listening;
}

function listen(pool: pg.Pool): Record {
  let sent: string[] | undefined;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: [string | { text: string }, ...unknown[]]) => {
      sent?.push(typeof args[0] === 'string' ? args[0] : args[0].text);
      return query(...args);
    }) as typeof client.query;
  });
  return async (work) => {
    sent = [];
    try {
      await work();
      return sent;
    } finally {
      sent = undefined;
    }
  };
}
