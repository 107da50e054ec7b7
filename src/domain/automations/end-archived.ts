import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, WORKER } from '../../scope.ts';
import { endRuns } from '../ledger/end-runs.ts';

const CHUNK = 5_000;
const RESUMED_AT_ONCE = 100;

/** Ends a chunk of an archived automation's runs, in the caller's transaction. Returns whether there may be more. */
export const endArchived = async (scope: Scope, automationId: string): Promise<boolean> =>
  (await endRuns(scope, sql`r.automation_id = ${automationId}::uuid`, 'archived', CHUNK)) === CHUNK;

const ARCHIVED_WITH_RUNS = sql`automations a
        where a.status = 'archived' and a.deleted_at is null and exists (
          select from automation_runs r where r.team_id = a.team_id and r.automation_id = a.id and r.state = 'active')`;

/** Archived automations with runs that were never ended. */
export const UNENDED_RUNS: Sql = sql`select from ${ARCHIVED_WITH_RUNS}`;

/**
 * Resumes the ending of runs, including those that a worker started while the automation was being archived. Returns the
 * number of automations.
 */
export async function resumeEnding(db: Database): Promise<number> {
  const left = await run<{ teamId: number; id: string }>(
    db,
    sql`select a.team_id as "teamId", a.id::text from ${ARCHIVED_WITH_RUNS} limit ${RESUMED_AT_ONCE}`,
  );
  for (const { teamId, id } of left) {
    await createScope(db, { id: teamId }, WORKER).enqueue('end-runs', { automationId: id }, { key: `end runs ${id}` });
  }
  return left.length;
}
