import { type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

const underWay = (team: Sql) => sql`from field_changes c where c.team_id = ${team} and c.finished_at is null`;

/**
 * Expression: the attributes of a row `s` of subscribers as they are to be seen while fields are changed in the background
 * (docs/adr/0051). Whatever shows or compares attributes goes by it. `team` is best a constant, which PostgreSQL evaluates once
 * a statement.
 */
export const shownAttributes = (team: Sql): Sql =>
  sql`case when exists (select ${underWay(team)}) then shown_attributes(s.attributes, s.removals, (
    select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key, 'type', c.type) order by c.number) ${underWay(team)}
  )) else s.attributes end`;

const removals = (scope: Scope) => sql`${underWay(sql`${scope.team.id}`)} and c.type is null`;

/** Expression: the numbers of the removals that are under way, for the `removals` of a new subscriber. Null: none. */
export const removalNumbers = (scope: Scope): Sql => sql`(select array_agg(c.number) ${removals(scope)})`;

/**
 * Expression: attributes of a locked row `s` of subscribers without the values that are yet to be removed, to be written
 * together with `afterRemovals`. The writer has locked the fields that it writes, or has declared them, in an earlier statement.
 */
export const withoutRemoved = (scope: Scope, attributes: Sql): Sql =>
  sql`case when exists (select ${removals(scope)}) then shown_attributes(${attributes}, s.removals, (
    select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key)) ${removals(scope)}
  )) else ${attributes} end`;

/** Assignment: the row `s` was written after the removals that are under way, and after those it named before. */
export const afterRemovals = (scope: Scope): Sql =>
  sql`removals = case when exists (select ${removals(scope)})
    then array(select distinct unnest(s.removals || ${removalNumbers(scope)})) else s.removals end`;
