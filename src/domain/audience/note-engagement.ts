import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/**
 * The last event, open or click of a person of the team, or null. `last_activity` of migration 0070, in SQL that Citus
 * accepts.
 */
export const lastActivity = ({ team }: Pick<Scope, 'team'>, person: Sql): Sql => sql`greatest(
  (select max(r.last_at) from person_events r where r.team_id = ${team.id}::int and r.person_key = ${person}),
  (select max(t.at) from touches t where t.team_id = ${team.id}::int and t.person_key = ${person}))`;
