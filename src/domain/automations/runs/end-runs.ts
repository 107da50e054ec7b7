import { run, type Sql, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { countRuns } from '../count-runs.ts';
import { announceAutomation } from '../live-automations.ts';

/** Why somebody ended runs from outside their steps. */
export type EndReason = 'exit' | 'archived' | 'erased';

interface Ended {
  id: string;
  automation: string;
  step: string | null;
}

/**
 * Ends active runs `r` wherever they are, `most` of them in the order of their ids, and counts them. Returns how many. In the
 * caller's transaction: a worker that has taken some of them is waited for.
 */
export async function endRuns(scope: Scope, which: Sql, reason: EndReason, most: number): Promise<number> {
  const { db, team } = scope;
  const ending = await run<Ended>(
    db,
    sql`select r.id::text, r.automation_id::text as automation, r.step from automation_runs r
        where r.team_id = ${team.id} and r.state = 'active' and ${which} order by r.id limit ${most} for update`,
  );
  if (ending.length === 0) return 0;
  await run(
    db,
    sql`update automation_runs set state = 'exited', exit_reason = ${reason}, ended_at = now(), step = null, entered_at = null,
          wait_until = null, parked = false, failing_since = null, last_error = null
        where team_id = ${team.id} and id = any(${ending.map(({ id }) => id)}::uuid[])`,
  );
  await countRuns(
    scope,
    [...groups(ending)].flatMap(([automation, runs]) => [
      { automation, step: '', what: 'exited', detail: reason, count: runs.length },
      ...runs.flatMap(({ step }) => (step === null ? [] : [{ automation, step, what: 'left', detail: '', count: 1 }])),
    ]),
  );
  for (const automation of groups(ending).keys()) await announceAutomation(scope, automation);
  return ending.length;
}

function groups(ended: readonly Ended[]): Map<string, Ended[]> {
  const found = new Map<string, Ended[]>();
  for (const one of ended) {
    const others = found.get(one.automation);
    if (others) others.push(one);
    else found.set(one.automation, [one]);
  }
  return found;
}
