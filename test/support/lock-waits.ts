import type { ClientBase } from 'pg';

/**
 * How many statements of the database wait for a lock, on all its machines; with a pattern, only matching ones, ignoring case. A
 * transaction would see the same number throughout.
 */
export async function lockWaits(client: ClientBase, pattern = ''): Promise<number> {
  const waiting = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~* ${client.escapeLiteral(pattern)}`;
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(waiting);
  return rows[0].count + (process.env.CITUS_URL ? await lockWaitsOfWorkers(client, waiting) : 0);
}

async function lockWaitsOfWorkers(client: ClientBase, waiting: string): Promise<number> {
  await client.query(`select run_command_on_workers('select pg_stat_clear_snapshot()')`);
  const { rows } = await client.query('select sum(result::int)::int as count from run_command_on_workers($1)', [
    waiting,
  ]);
  return rows[0].count;
}
