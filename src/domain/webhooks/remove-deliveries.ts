import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { KEPT_DAYS } from './delivery.ts';

const CHUNK = 1_000;

/**
 * Removes deliveries that are too old to be kept, or whose webhook was deleted, with their attempts, and then these webhooks.
 * Returns how many deliveries. Safe to repeat.
 */
export async function removeOldDeliveries(db: Database): Promise<number> {
  const isOld = sql`state <> 'pending' and created_at < now() - make_interval(days => ${KEPT_DAYS}::int)`;
  const deleted = await run<Deleted>(
    db,
    sql`select team_id as "teamId", id::text from webhooks where deleted_at is not null`,
  );
  const teams = await run<{ id: number }>(
    db,
    sql`select distinct team_id as id from webhook_deliveries where ${isOld}`,
  );
  let removed = 0;
  for (const { id } of teams) {
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(id, isOld);
  }
  for (const { teamId, id } of deleted) {
    const isTheirs = sql`webhook_id = ${id}::uuid`;
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(teamId, isTheirs);
    await run(db, removeWebhook(teamId, id));
  }
  return removed;

  async function removeChunk(team: number, which: Sql): Promise<number> {
    const gone = await run(
      db,
      sql`with chunk as materialized (
            select id from webhook_deliveries where team_id = ${team}::int and ${which}
            order by created_at limit ${CHUNK} for update skip locked
          )
          delete from webhook_deliveries d using chunk where d.team_id = ${team}::int and d.id = chunk.id returning 1`,
    );
    return gone.length;
  }
}

interface Deleted {
  teamId: number;
  id: string;
}

/** Unless a delivery was made for it a moment ago: then it goes the next time. */
const removeWebhook = (team: number, id: string): Sql =>
  sql`delete from webhooks w where w.team_id = ${team}::int and w.id = ${id}::uuid and w.deleted_at is not null
      and not exists (select from webhook_deliveries d where d.team_id = ${team}::int and d.webhook_id = ${id}::uuid) returning w.id`;
