import { type Database, run, sql } from '../../database/connect.ts';
import { IS_NO_LONGER_KEPT } from '../days-kept.ts';
import { removeByTeam } from '../remove-rows.ts';

const CHUNK = 1_000;

const OLD = { table: 'domain_reports', which: IS_NO_LONGER_KEPT };

/** Removes reports about sending domains that are past retention, and returns how many. Safe to repeat. */
export const removeOldReports = (db: Database): Promise<number> =>
  removeByTeam(db, OLD, async (team) => {
    let removed = 0;
    for (let more = CHUNK; more === CHUNK; removed += more) more = await removeChunk(db, team);
    return removed;
  });

async function removeChunk(db: Database, team: number): Promise<number> {
  const gone = await run(
    db,
    sql`with chunk as materialized (
          select domain_id, key from domain_reports where team_id = ${team}::int and ${IS_NO_LONGER_KEPT}
          order by domain_id, key limit ${CHUNK} for update skip locked
        )
        delete from domain_reports r using chunk
        where r.team_id = ${team}::int and r.domain_id = chunk.domain_id and r.key = chunk.key returning 1`,
  );
  return gone.length;
}
