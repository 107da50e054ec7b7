import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';

/** Locks a person's active runs of an automation, in order, waiting for any worker that is advancing one. */
export const holdRuns = ({ db, team }: Scope, automationId: string, person: string): Promise<unknown> =>
  run(
    db,
    sql`select id::text from automation_runs
        where team_id = ${team.id}::int and person_key = ${person}::uuid and automation_id = ${automationId}::uuid
          and state = 'active' order by id for no key update`,
  );
