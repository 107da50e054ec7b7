import pg from 'pg';

/** To databases of tests, while there are such: a connection costs more than most statements. */
const kept = new Map<string, pg.Pool>();

/** Has `statement` keep its connections to a database, until `forget`. */
export function keep(url: string): void {
  if (kept.has(url)) return;
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {}); // ended by the server: the next one is opened on demand
  kept.set(url, pool);
}

export function forget(url: string): void {
  void kept.get(url)?.end();
  kept.delete(url);
}

/** Runs SQL beside the application, each call for itself; gives the rows of the (last) statement. */
export async function statement(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const pool = kept.get(url);
  const result = await (pool ? pool.query(sql) : once(url, sql));
  return (Array.isArray(result) ? result.at(-1) : result).rows;
}

async function once(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}
