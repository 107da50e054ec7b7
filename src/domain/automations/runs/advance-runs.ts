import { type Database, run, sql } from '../../../database/connect.ts';
import type { Log } from '../../../log.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../scope.ts';
import { withoutErasing } from '../../erasure-lock.ts';
import { lockRuns, readClaimed } from './claim-runs.ts';
import { type DueRuns, findDueRuns } from './find-due.ts';
import { followProgram } from './follow-program.ts';
import { lockForSteps } from './lock-for-steps.ts';
import { readVersion } from './read-version.ts';
import { saveProgress } from './save-progress.ts';
import { stepContext } from './step-context.ts';

/** While one transaction waits for the database, another is prepared. */
const PARALLEL = 2;

/**
 * Advances due runs, each set in its own transaction: after a crash at any moment, a run has taken a step completely or not
 * at all. Parallel processes may run this. Returns the number of runs that advanced. Failures are logged and retried at the
 * next call.
 */
export async function advanceDueRuns(db: Database, log: Log, isStopped = () => false): Promise<number> {
  const sets = (await findDueRuns(db)).values();
  const advanceSome = async (): Promise<number> => {
    let advanced = 0;
    for (const due of sets) {
      if (isStopped()) break;
      const scope = createScope(db, { id: due.teamId }, WORKER);
      try {
        advanced += await (due.status === 'active' ? advanceSet(scope, due, log) : park(scope, due));
      } catch (error) {
        log.warn(
          { reason: (error as Error).message, automation: due.automationId },
          'cannot advance runs; trying again',
        );
      }
    }
    return advanced;
  };
  const advanced = await Promise.all(Array.from({ length: PARALLEL }, advanceSome));
  return advanced.reduce((sum, one) => sum + one, 0);
}

function advanceSet(scope: Scope, due: DueRuns, log: Log): Promise<number> {
  const { automationId: id, name, listId, version } = due;
  return transaction(scope, async (scope) => {
    await withoutErasing(scope);
    if (!(await isActive(scope, id))) return 0; // paused since the lookup
    const locked = await lockRuns(scope, version, due.ids);
    if (locked.length === 0) return 0;
    const { program } = await readVersion(scope, id, version);
    await lockForSteps(scope, program, locked);
    const { now, runs } = await readClaimed(scope, listId, locked);
    const context = stepContext(scope, { id, name, listId, version }, now, runs);
    const progress = await followProgram(context, program, runs, (error, step) =>
      log.warn({ reason: (error as Error).message, automation: id, step }, 'a step failed'),
    );
    await saveProgress(scope, id, now, progress);
    await scope.publish({ topic: 'automation.progressed', teamId: scope.team.id, id });
    return runs.length;
  });
}

async function isActive({ db, team }: Scope, id: string): Promise<boolean> {
  const [automation] = await run<{ status: string }>(
    db,
    sql`select status::text as status from automations where team_id = ${team.id}::int and id = ${id}::uuid`,
  );
  return automation?.status === 'active';
}

/** Sets runs of an inactive automation aside until it resumes; resuming waits for this transaction. */
const park = (scope: Scope, { automationId, ids }: DueRuns): Promise<number> =>
  transaction(scope, async ({ db, team }) => {
    const [automation] = await run<{ status: string }>(
      db,
      sql`select status::text as status from automations where team_id = ${team.id}::int and id = ${automationId}::uuid for share`,
    );
    if (automation?.status === 'active') return 0;
    const parked = await run(
      db,
      sql`with held as materialized (
            select id from automation_runs where team_id = ${team.id}::int and id = any(${ids}::uuid[]) and state = 'active'
            order by id for no key update skip locked
          )
          update automation_runs r set parked = true from held where r.team_id = ${team.id}::int and r.id = held.id
          returning r.id::text`,
    );
    return parked.length;
  });
