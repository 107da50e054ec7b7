import { join, type Sql, sql } from '../../../database/connect.ts';
import { listOf } from '../../../validation/text.ts';
import { slugOf, tagName } from '../../audience/tags.ts';
import { type Operators, operator } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';

/** A name that no tag has yet is no fault: nobody has it. */
export const tags: RuleType = {
  needs: ({ value }) => ({ tags: Array.isArray(value) ? value.slice(0, 100) : [] }),
  operatorsOf: (_, context) => operators(context),
};

const FEW = 4;

const value = listOf(tagName(), 1, 100);

function operators({ tags }: SegmentContext): Operators {
  const known = (names: string[]) => names.flatMap((name) => tags.get(slugOf(name)) ?? []);
  const hasAny = (names: string[]): Sql => sql`(s.tag_ids is not null and s.tag_ids && ${known(names)}::int[])`;
  // Most people have none of them, and no index finds those: every row is read, and of a few ids each is quicker asked
  // by itself.
  const hasNone = (names: string[]): Sql => {
    const ids = known(names);
    if (ids.length > FEW) return sql`(not ${hasAny(names)})`;
    const lacks = ids.map((id) => sql`${id}::int <> all(s.tag_ids)`);
    return ids.length > 0 ? sql`(s.tag_ids is null or (${join(lacks, ' and ')}))` : sql`true`;
  };
  const hasAll = (names: string[]): Sql =>
    known(names).length < names.length
      ? sql`false`
      : sql`(s.tag_ids is not null and s.tag_ids @> ${known(names)}::int[])`;
  return {
    has_any: operator(value, hasAny),
    has_all: operator(value, hasAll),
    has_none: operator(value, hasNone),
  };
}
