import { type Sql, sql } from '../../../database/connect.ts';

/**
 * A subquery of the runs of one person, who has few, for a statement about many people. `offset 0` keeps PostgreSQL from looking for
 * them by anything else: nothing is known yet about an automation that is new, and its thousands of runs would be read for each.
 */
export const runsOf = (team: Sql, person: Sql): Sql =>
  sql`(select id, automation_id, state, exit_reason, started_at, event from automation_runs where team_id = ${team} and person_key = ${person} offset 0)`;
