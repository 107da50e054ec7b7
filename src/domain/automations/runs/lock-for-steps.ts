import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { lockPeopleByKey } from '../../audience/lock-people.ts';
import type { Program } from '../definition/program.ts';
import type { LockedRun } from './claim-runs.ts';

const WRITING = new Set(['add_tags', 'remove_tags', 'set_attribute', 'subscribe', 'unsubscribe']);

/**
 * Locks the people of runs, and their subscriptions, in the order that all writers of sets keep, before a program changes any of
 * them: its steps come in their own order, and would wait for each other in a circle.
 */
export async function lockForSteps(scope: Scope, program: Program, runs: readonly LockedRun[]): Promise<void> {
  if (![...program.instructions.values()].some(({ step }) => WRITING.has(step.type))) return;
  const { db, team } = scope;
  const persons = [...new Set(runs.map(({ person }) => person))];
  await lockPeopleByKey(scope, persons);
  await run(
    db,
    sql`select id::text from subscribers where team_id = ${team.id}::int and person_key = any(${persons}::uuid[])
        order by person_key, id for update`,
  );
}
