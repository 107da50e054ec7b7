import { type Sql, sql } from '../../../../database/connect.ts';
import { listOf } from '../../../../rules/text.ts';
import { slugOf, tagName } from '../../tags.ts';
import type { Ground } from '../ground.ts';
import { type Operators, operator } from '../operator.ts';
import type { RuleType } from '../rule-type.ts';

/** A name that no tag has yet is no fault: nobody has it. */
export const tags: RuleType = {
  needs: ({ value }) => ({ tags: Array.isArray(value) ? value.slice(0, 100) : [] }),
  operatorsOf: (_, ground) => operators(ground),
};

const names = () => listOf(tagName(), 1, 100);

function operators({ tags }: Ground): Operators {
  const known = (names: string[]) => names.flatMap((name) => tags.get(slugOf(name)) ?? []);
  const hasAny = (names: string[]): Sql => sql`(s.tag_ids is not null and s.tag_ids && ${known(names)}::int[])`;
  const hasAll = (names: string[]): Sql =>
    known(names).length < names.length
      ? sql`false`
      : sql`(s.tag_ids is not null and s.tag_ids @> ${known(names)}::int[])`;
  return {
    has_any: operator(names(), hasAny),
    has_all: operator(names(), hasAll),
    has_none: operator(names(), (names) => sql`(not ${hasAny(names)})`),
  };
}
