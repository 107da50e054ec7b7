import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** Locks the runs of an automation that a person has under way, in their order, and waits for the worker that moves one of them. */
export const holdRuns = ({ db, team }: Scope, automationId: string, person: string): Promise<unknown> =>
  run(
    db,
    sql`select id::text from automation_runs
        where team_id = ${team.id}::int and person_key = ${person}::uuid and automation_id = ${automationId}::uuid
          and state = 'active' order by id for no key update`,
  );
