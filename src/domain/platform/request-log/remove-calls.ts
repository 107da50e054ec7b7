import { daysAgo } from '../../../database/clock.ts';
import { type Database, run, sql } from '../../../database/connect.ts';
import { removeByTeam, removeRows, removeRowsOfTeam } from '../../remove-rows.ts';

/** The calls kept for each team. */
export const KEPT_CALLS = 1_000;

const KEPT_DAYS = 30;

const CHUNK = 1_000;

/** Removes a team's calls before the last thousand, and returns how many. Safe to repeat. */
export async function removeOldCalls(db: Database, teamId: number): Promise<number> {
  const [oldest] = await run<{ id: string }>(
    db,
    sql`select id::text from api_requests where team_id = ${teamId}::int order by id desc offset ${KEPT_CALLS - 1} limit 1`,
  );
  if (!oldest) return 0;
  return removeRowsOfTeam(db, teamId, { table: 'api_requests', which: sql`id < ${oldest.id}::uuid`, chunk: CHUNK });
}

/** Removes calls of all teams after 30 days, and those before the last thousand, and returns how many. Safe to repeat. */
export async function removeOldCallsOfAll(db: Database): Promise<number> {
  const isOld = sql`created_at < ${daysAgo(db, KEPT_DAYS)}::timestamptz`;
  const removed = await removeRows(db, { table: 'api_requests', which: isOld, chunk: CHUNK });
  const more = await removeByTeam(db, { table: 'api_requests', which: sql`true` }, (team) => removeOldCalls(db, team));
  return removed + more;
}
