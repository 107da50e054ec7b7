import { type Sql, sql } from '../../../database/connect.ts';

/**
 * A subquery of one person's few runs, for a statement about many people. `offset 0` keeps PostgreSQL from starting at the
 * automation: a new one has no statistics yet, and its thousands of runs would be read for each person.
 */
export const runsOf = (team: Sql, person: Sql): Sql =>
  sql`(select id, automation_id, state, exit_reason, started_at, event from automation_runs where team_id = ${team} and person_key = ${person} offset 0)`;
