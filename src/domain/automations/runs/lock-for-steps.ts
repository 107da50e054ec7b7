import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { lockPeopleByKey } from '../../audience/lock-people.ts';
import type { Program } from '../definition/program.ts';
import { STEP_EFFECTS } from '../definition/step-effects.ts';
import type { LockedRun } from './claim-runs.ts';

/**
 * Locks the people and subscriptions of runs in the order that all bulk writers keep, before a program changes any of them.
 * Steps write in their own order, and would deadlock otherwise.
 */
export async function lockForSteps(scope: Scope, program: Program, runs: readonly LockedRun[]): Promise<void> {
  if (![...program.instructions.values()].some(({ step }) => STEP_EFFECTS[step.type] === 'people')) return;
  const { db, team } = scope;
  const persons = [...new Set(runs.map(({ person }) => person))];
  await lockPeopleByKey(scope, persons);
  await run(
    db,
    sql`select id::text from subscribers where team_id = ${team.id}::int and person_key = any(${persons}::uuid[])
        order by person_key, id for update`,
  );
}
