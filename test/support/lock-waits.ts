import type { ClientBase } from 'pg';

/** How many statements of the database wait for a lock. A transaction would see the same number for as long as it lasts. */
export async function lockWaits(client: ClientBase): Promise<number> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}
