import pg from 'pg';
import { on } from './citus.ts';
import { statement } from './statement.ts';

/** Runs statements one after another on one connection, on which distributed tables accept triggers. */
export async function createTrigger(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set citus.enable_unsafe_triggers = on'); // no effect without Citus
    for (const one of statements) await client.query(one);
  } finally {
    await client.end();
  }
}

/** Runs SQL directly in a test database on each of its machines, and returns all rows. With CITUS_URL these are several. */
export async function onEveryMachine(url: string, sql: string): Promise<Record<string, unknown>[]> {
  if (!process.env.CITUS_URL) return statement(url, sql);
  const database = new URL(url).pathname.slice(1);
  const machines = await statement(url, 'select nodename as host, nodeport as port from pg_dist_node order by groupid');
  const rows = [];
  for (const { host, port } of machines) {
    const machine = on(url, `${host}:${port}`, database);
    rows.push(await statement(machine, `set local citus.enable_ddl_propagation = off; ${sql}`));
  }
  return rows.flat();
}
