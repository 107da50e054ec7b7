import { z } from 'zod';
import { type Sql, sql } from '../../../database/connect.ts';
import type { Issue } from '../../../errors.ts';
import { isId } from '../../../ids.ts';
import { otherwise } from '../../../validation/text.ts';
import { type Operators, operator, readOperator } from '../operator.ts';
import { leadsTo } from '../references.ts';
import type { RuleType } from '../rule-type.ts';
import { forNegation, type SegmentContext } from '../segment-context.ts';
import { scalar } from '../value.ts';

interface Subject {
  context: SegmentContext;
  matches(id: string, context: SegmentContext): Sql;
}

const id = scalar(
  'ID',
  z.string({ error: otherwise('must be the id of a segment.') }).transform((value) => value.toLowerCase()),
);

function check(sent: unknown, { context: { segments, saving } }: Subject): Issue[] {
  if (typeof sent !== 'string') return [];
  const id = sent.toLowerCase();
  if (!isId(id) || !segments.has(id)) return [{ path: [], problem: 'must be the id of a segment of this list.' }];
  return saving && leadsTo(segments, id, saving) ? [{ path: [], problem: 'must not refer back to this segment.' }] : [];
}

const OPERATORS: Operators<Subject> = {
  in: operator(id, (id, { matches, context }) => matches(id, context), check),
  not_in: operator(id, (id, { matches, context }) => sql`(not ${matches(id, forNegation(context))})`, check),
};

export const segment: RuleType = {
  name: 'SegmentMembership',
  description: 'Whether another segment of the list matches.',
  condition: { name: 'SegmentMembership', operators: OPERATORS },
  needs: ({ value }) => ({ segments: [value] }),
  read: (rule, context, compile) =>
    readOperator(OPERATORS, rule, {
      context,
      matches: (id, context) => compile(context.segments.get(id), context),
    }),
};
