import type pg from 'pg';

/** The request log is written once a second for all calls, beside them. */
const REQUEST_LOG = /\bapi_requests\b/;

type Record = (work: () => Promise<unknown>) => Promise<string[]>;

const recorders = new WeakMap<pg.Pool, Record>();

/**
 * Listens on every connection of a pool. Returns a function that runs `work` and returns the statements sent, including those
 * that open and close transactions, except for those of the request log.
 */
export function recordStatements(pool: pg.Pool): Record {
  const listening = recorders.get(pool) ?? listen(pool);
  recorders.set(pool, listening);
  return listening;
}

function listen(pool: pg.Pool): Record {
  let sent: string[] | undefined;
  const listenTo = (client: pg.ClientBase) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: [string | { text: string }, ...unknown[]]) => {
      const text = typeof args[0] === 'string' ? args[0] : args[0].text;
      if (!REQUEST_LOG.test(text)) sent?.push(text);
      return query(...args);
    }) as typeof client.query;
  };
  for (const client of (pool as unknown as { _clients: pg.ClientBase[] })._clients) listenTo(client); // the start has opened some
  pool.on('connect', listenTo);
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
