import { z } from 'zod';
import { whole } from '../../validation/number.ts';
import { listOf, record, text } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { ALL_KINDS } from './kinds.ts';
import { kindRule, MOST_NAMES } from './webhook-input.ts';

/** Instead of a cursor: from the oldest change that is kept. */
export const OLDEST = 'oldest';

/** The changes on a page by default, and at most. */
export const USUAL_CHANGES = 100;
const MOST_CHANGES = 500;

const CURSOR = /^(\d{1,15}|oldest)$/;

const cursor = text(20)
  .regex(CURSOR, 'must be a cursor from an earlier response, or "oldest".')
  .meta({ pattern: CURSOR.source, example: '4711' });

/** A list in a query string is written `a,b`. */
function atCommas(value: unknown): unknown {
  return typeof value === 'string' ? value.split(',') : value;
}

/** The arguments of a page of changes. */
export const changeFilters = record({
  after: cursor.nullish(),
  kinds: z.preprocess(atCommas, listOf(kindRule, 1, MOST_NAMES).nullish()),
  first: whole(1, MOST_CHANGES).nullish(),
});

/** Which changes to read, in what size of pages. */
export interface ChangeFilter {
  /** Null: from now on. */
  after: number | typeof OLDEST | null;
  /** Null: all. */
  kinds: readonly string[] | null;
  first: number;
}

/** Validates the arguments of a page of changes. Throws ValidationError. */
export function readChangeFilter(given: { after?: unknown; kinds?: unknown; first?: unknown }): ChangeFilter {
  const { after, kinds, first } = parse(changeFilters, given);
  return {
    after: after == null || after === OLDEST ? ((after ?? null) as typeof OLDEST | null) : Number(after),
    kinds: kinds == null || kinds.includes(ALL_KINDS) ? null : kinds,
    first: first ?? USUAL_CHANGES,
  };
}
