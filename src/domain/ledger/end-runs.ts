import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { notifyOfEnded } from '../signals/notify-of-ended.ts';
import { countForAutomation } from './count-for-automation.ts';

/** Why runs were ended from outside their steps. */
export type EndReason = 'exit' | 'archived' | 'erased';

interface Ended {
  id: string;
  automation: string;
  step: string | null;
}

/**
 * Ends active runs `r` at any step, `most` of them in the order of their ids, and counts them. Returns how many. Uses the
 * caller's transaction, and waits for workers that hold some of them. It is here because erasing ends runs too.
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
    sql`update automation_runs set state = 'exited', exit_reason = ${reason}, ended_at = now(), entered_at = null,
          wait_until = null, parked = false, failing_since = null, last_error = null
        where team_id = ${team.id} and id = any(${ending.map(({ id }) => id)}::uuid[])`,
  );
  for (const automation of [...new Set(ending.map((one) => one.automation))].sort()) {
    const ended = ending.filter((one) => one.automation === automation);
    const steps = ended.map(({ step }) => step);
    await countForAutomation(scope, automation, [
      { step: '', what: 'exited', detail: reason, count: steps.length },
      ...steps.flatMap((step) => (step === null ? [] : [{ step, what: 'left', detail: '', count: 1 }])),
    ]);
    if (reason !== 'erased')
      await notifyOfEnded(
        scope,
        automation,
        ended.map(({ id }) => id),
      );
    await scope.publish({ topic: 'automation.progressed', teamId: team.id, id: automation });
  }
  return ending.length;
}
