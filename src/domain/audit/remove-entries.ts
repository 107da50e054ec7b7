import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { firstIdAt } from '../../ids.ts';

const CHUNK = 10_000;
const DAY_MS = 86_400_000;
/** As ids may be so much younger than their entries (audit-entries.ts). */
const LONGEST_MS = 3_600_000;

/** Removes entries that are more than `days` days old, chunk by chunk, and returns how many. Safe to repeat. */
export async function removeOldAuditEntries(db: Database, days: number): Promise<number> {
  const oldest = new Date(databaseNow(db).getTime() - days * DAY_MS);
  const isOld = sql`id < ${firstIdAt(oldest.getTime() + LONGEST_MS)}::uuid and created_at < ${oldest}::timestamptz`;
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from audit_log where ${isOld}`);
  let removed = 0;
  for (const { id } of teams) {
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(id);
  }
  return removed;

  async function removeChunk(team: number): Promise<number> {
    const gone = await run(
      db,
      sql`with chunk as materialized (
            select id from audit_log where team_id = ${team}::int and ${isOld}
            order by id limit ${CHUNK} for update skip locked
          )
          delete from audit_log a using chunk where a.team_id = ${team}::int and a.id = chunk.id returning 1`,
    );
    return gone.length;
  }
}
