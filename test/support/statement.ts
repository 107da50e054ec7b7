import pg from 'pg';

/** To test databases while they exist: a connection costs more than most statements. */
const kept = new Map<string, pg.Pool>();

/** Makes `statement` keep its connections to a database, until `closeConnections`. */
export function keepConnections(url: string): void {
  if (kept.has(url)) return;
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {}); // closed by the server: the pool opens another on demand
  kept.set(url, pool);
}

export function closeConnections(url: string): void {
  void kept.get(url)?.end();
  kept.delete(url);
}

/** Runs SQL beside the application, each call separately; returns the rows of the (last) statement. */
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
