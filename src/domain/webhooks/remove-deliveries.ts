import { type Database, run, sql } from '../../database/connect.ts';
import { KEPT_DAYS } from './delivery.ts';

const CHUNK = 1_000;

/** Removes deliveries that are too old to be kept, with their attempts, and returns how many. Safe to repeat. */
export async function removeOldDeliveries(db: Database): Promise<number> {
  const isOld = sql`state <> 'pending' and created_at < now() - make_interval(days => ${KEPT_DAYS}::int)`;
  const teams = await run<{ id: number }>(
    db,
    sql`select distinct team_id as id from webhook_deliveries where ${isOld}`,
  );
  let removed = 0;
  for (const { id } of teams) {
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(id);
  }
  return removed;

  async function removeChunk(team: number): Promise<number> {
    const gone = await run(
      db,
      sql`with chunk as materialized (
            select id from webhook_deliveries where team_id = ${team}::int and ${isOld}
            order by created_at limit ${CHUNK} for update skip locked
          )
          delete from webhook_deliveries d using chunk where d.team_id = ${team}::int and d.id = chunk.id returning 1`,
    );
    return gone.length;
  }
}
