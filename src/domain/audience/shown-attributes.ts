import { type Sql, sql } from '../../database/connect.ts';

/** Table with condition: the changes of a team that are in progress. */
export const underWay = (team: Sql): Sql =>
  sql`from field_changes c where c.team_id = ${team} and c.finished_at is null`;

/**
 * Expression: the attributes of a row `s` of subscribers, as shown while fields change in the background (docs/adr/0051).
 * Everything that shows or compares attributes must use it. `team` should be a constant, which PostgreSQL evaluates once
 * for a statement.
 */
export const shownAttributes = (team: Sql): Sql =>
  sql`case when exists (select 1 ${underWay(team)}) then shown_attributes(s.attributes, s.removals, (
    select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key, 'type', c.type) order by c.number) ${underWay(team)}
  )) else s.attributes end`;
