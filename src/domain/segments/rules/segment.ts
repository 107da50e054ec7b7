import { z } from 'zod';
import { type Sql, sql } from '../../../database/connect.ts';
import { isId } from '../../../ids.ts';
import { otherwise } from '../../../validation/text.ts';
import { type Operators, operator } from '../operator.ts';
import { leadsTo } from '../references.ts';
import type { RuleType } from '../rule-type.ts';
import { forNegation, type SegmentContext } from '../segment-context.ts';

export const segment: RuleType = {
  needs: ({ value }) => ({ segments: [value] }),
  operatorsOf: (_, context, compile) => operators(context, (id, context) => compile(context.segments.get(id), context)),
};

function operators(context: SegmentContext, matches: (id: string, context: SegmentContext) => Sql): Operators {
  const { segments, saving } = context;
  const id = z
    .string({ error: otherwise('must be the id of a segment.') })
    .transform((value) => value.toLowerCase())
    .refine((value) => isId(value) && segments.has(value), 'must be the id of a segment of this list.')
    .refine((value) => !saving || !leadsTo(segments, value, saving), 'must not lead back to this segment.');
  return {
    in: operator(id, (id) => matches(id, context)),
    not_in: operator(id, (id) => sql`(not ${matches(id, forNegation(context))})`),
  };
}
