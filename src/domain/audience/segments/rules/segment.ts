import { z } from 'zod';
import { type Sql, sql } from '../../../../database/connect.ts';
import { isId } from '../../../../ids.ts';
import { otherwise } from '../../../../rules/text.ts';
import { type Ground, neverNull } from '../ground.ts';
import { type Operators, operator } from '../operator.ts';
import { leadsTo } from '../references.ts';
import type { RuleType } from '../rule-type.ts';

export const segment: RuleType = {
  needs: ({ value }) => ({ segments: [value] }),
  operatorsOf: (_, ground, compile) => operators(ground, (id, ground) => compile(ground.segments.get(id), ground)),
};

function operators(ground: Ground, matches: (id: string, ground: Ground) => Sql): Operators {
  const { segments, saving } = ground;
  const id = z
    .string({ error: otherwise('must be the id of a segment.') })
    .transform((value) => value.toLowerCase())
    .refine((value) => isId(value) && segments.has(value), 'must be the id of a segment of this list.')
    .refine((value) => !saving || !leadsTo(segments, value, saving), 'must not lead back to this segment.');
  return {
    in: operator(id, (id) => matches(id, ground)),
    not_in: operator(id, (id) => sql`(not ${matches(id, neverNull(ground))})`),
  };
}
