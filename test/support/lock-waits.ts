import type { ClientBase } from 'pg';

const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * How many statements of the database wait for a lock, on all its machines. A transaction would see the same number for as
 * long as it lasts.
 */
export async function lockWaits(client: ClientBase): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(WAITING);
  return rows[0].count + (process.env.CITUS_URL ? await lockWaitsOfWorkers(client) : 0);
}

async function lockWaitsOfWorkers(client: ClientBase): Promise<number> {
  const { rows } = await client.query('select sum(result::int)::int as count from run_command_on_workers($1)', [
    WAITING,
  ]);
  return rows[0].count;
}
