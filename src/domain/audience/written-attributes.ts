import { ON_ONE_MACHINE } from '../../database/by-team.ts';
import { raw, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import type { Scope } from '../../scope.ts';
import { shownAttributes, underWay } from './shown-attributes.ts';

/** SQL for statements that write attributes of rows `s` of subscribers while fields are changing (docs/adr/0051). */
export interface AttributesWriter {
  /** Expression: the numbers of the removals in progress, for the `removals` of a new subscriber. Null: none. */
  removalNumbers: Sql;
  /** Expression: attributes of a locked row without values that await removal, to be written with `afterRemovals`. */
  withoutRemoved(attributes: Sql): Sql;
  /** Assignment: marks the row as written after the removals in progress, and those it named before. */
  afterRemovals: Sql;
  /** Expression: the attributes of the row as shown. */
  shown: Sql;
}

/**
 * Call this when the writer has locked or declared the fields that it writes, and locked the subscribers or their people.
 * On one machine, the statement itself reads the changes in progress. A distributed database allows no table reads by
 * non-immutable functions, such as `jsonb_agg`, in SET or RETURNING: there the changes are read before.
 */
export async function prepareAttributes(scope: Scope): Promise<AttributesWriter> {
  const team = sql`${scope.team.id}`;
  if (!isDistributed(scope.db)) return readingItself(team);
  return knowing(
    await run<Change>(
      scope.db,
      sql`select c.number, c.key, c.type::text as type ${underWay(sql`${scope.team.id}::int`)} order by c.number`,
    ),
  );
}

interface Change {
  number: number;
  key: string;
  /** Null: the values are removed. */
  type: string | null;
}

function readingItself(team: Sql): AttributesWriter {
  const removals = sql`${underWay(team)} and c.type is null`;
  const removalNumbers = sql`(select array_agg(c.number) ${removals})`;
  return {
    removalNumbers,
    withoutRemoved: (attributes) =>
      sql`case when exists (select ${removals}) then shown_attributes(${attributes}, s.removals, (
        select jsonb_agg(jsonb_build_object('number', c.number, 'key', c.key)) ${removals}
      )) else ${attributes} end`,
    afterRemovals: sql`removals ${raw(ON_ONE_MACHINE)} = case when exists (select ${removals})
      then array(select distinct unnest(s.removals || ${removalNumbers})) else s.removals end`,
    shown: shownAttributes(team),
  };
}

function knowing(changes: readonly Change[]): AttributesWriter {
  const removals = changes.filter(({ type }) => type === null);
  const seen = (attributes: Sql, through: readonly Change[]) =>
    through.length === 0
      ? attributes
      : sql`shown_attributes(${attributes}, s.removals, ${JSON.stringify(through)}::jsonb)`;
  const numbers = removals.map(({ number }) => number);
  return {
    removalNumbers: removals.length > 0 ? sql`${numbers}::int[]` : sql`null::int[]`,
    withoutRemoved: (attributes) => seen(attributes, removals),
    afterRemovals:
      removals.length > 0
        ? sql`removals = array(select distinct unnest(s.removals || ${numbers}::int[]))`
        : sql`removals = s.removals`,
    shown: seen(sql`s.attributes`, changes),
  };
}
