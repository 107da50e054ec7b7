import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { removeRows, removeRowsOfTeam } from '../remove-rows.ts';
import { KEPT_DAYS } from './delivery.ts';

const DELIVERIES = { table: 'webhook_deliveries', chunk: 1_000, by: 'created_at' };

/**
 * Removes deliveries past retention and those of deleted webhooks, with their attempts, and then these webhooks. Returns
 * how many deliveries. Safe to repeat.
 */
export async function removeOldWebhookDeliveries(db: Database): Promise<number> {
  const isOld = sql`state <> 'pending' and created_at < now() - make_interval(days => ${KEPT_DAYS}::int)`;
  const deleted = await run<Deleted>(
    db,
    sql`select team_id as "teamId", id::text from webhooks where deleted_at is not null`,
  );
  let removed = await removeRows(db, { ...DELIVERIES, which: isOld });
  for (const { teamId, id } of deleted) {
    removed += await removeRowsOfTeam(db, teamId, { ...DELIVERIES, which: sql`webhook_id = ${id}::uuid` });
    await run(db, removeWebhook(teamId, id));
  }
  return removed;
}

interface Deleted {
  teamId: number;
  id: string;
}

/** A webhook that just got a delivery is removed the next time. */
const removeWebhook = (team: number, id: string): Sql =>
  sql`delete from webhooks w where w.team_id = ${team}::int and w.id = ${id}::uuid and w.deleted_at is not null
      and not exists (select from webhook_deliveries d where d.team_id = ${team}::int and d.webhook_id = ${id}::uuid) returning w.id`;
