import { join, type Sql, sql } from '../../../database/connect.ts';
import { slugOf, tagName } from '../../audience/tags.ts';
import { operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import type { SegmentContext } from '../segment-context.ts';
import { listed, scalar } from '../value.ts';

const FEW = 4;

const names = listed(scalar('String', tagName()), 1, 100);

const known = (names: string[], { tags }: SegmentContext) => names.flatMap((name) => tags.get(slugOf(name)) ?? []);

const hasAny = (ids: number[]): Sql => sql`(s.tag_ids is not null and s.tag_ids && ${ids}::int[])`;

/**
 * Most people have none of the tags, and no index finds them, so every row is read. For a few ids single comparisons are
 * faster.
 */
function hasNone(ids: number[]): Sql {
  if (ids.length > FEW) return sql`(not ${hasAny(ids)})`;
  const lacks = ids.map((id) => sql`${id}::int <> all(s.tag_ids)`);
  return ids.length > 0 ? sql`(s.tag_ids is null or (${join(lacks, ' and ')}))` : sql`true`;
}

/** The name of a tag that does not exist is valid: nobody has the tag. */
export const tags = ruleType(
  {
    name: 'Tags',
    description: "The subscriber's tags. Case-insensitive.",
    needs: ({ value }) => ({ tags: Array.isArray(value) ? value.slice(0, 100) : [] }),
  },
  {
    has_any: operator(names, (names, context) => hasAny(known(names, context))),
    has_all: operator(names, (names, context) => {
      const ids = known(names, context);
      if (ids.length < names.length) return sql`false`;
      return sql`(s.tag_ids is not null and s.tag_ids @> ${ids}::int[])`;
    }),
    has_none: operator(names, (names, context) => hasNone(known(names, context))),
  },
);
