import { callByTeam } from '../../database/call-by-team.ts';
import { type Database, run, type Sql, sql } from '../../database/connect.ts';

/** Outcomes counted by one call. */
const AT_ONCE = 2_000;

/**
 * Counts what became of these teams' messages (prisma/functions/count_outcomes.sql): the campaigns' states and reports, usage, the
 * live rate, reputations, automation steps and webhooks. Call it after settling, and before deleting what outcomes refer to.
 * Parallel processes may run this.
 */
export async function countOutcomes(db: Database, teams: readonly number[]): Promise<void> {
  for (let left = [...new Set(teams)]; left.length > 0; ) {
    const calls = left.map((teamId) => ({ teamId, args: { most: AT_ONCE } }));
    const counted = await callByTeam<{ count: number }, { most: 'int' }>(db, 'count_outcomes', { most: 'int' }, calls);
    left = counted.filter(({ count }) => count === AT_ONCE).map(({ teamId }) => teamId);
  }
}

/** Outcomes that are not counted yet. */
export const UNCOUNTED_OUTCOMES: Sql = sql`select from outcomes`;

/** Counts outcomes left by processes that died. */
export async function countLeftOutcomes(db: Database): Promise<void> {
  const teams = await run<{ id: number }>(db, sql`select distinct team_id as id from outcomes`);
  await countOutcomes(
    db,
    teams.map(({ id }) => id),
  );
}
