import { empty, join, type Sql, sql } from '../../database/connect.ts';
import { listOf, text } from '../../validation/text.ts';
import { bare, type Operators, operator } from './operator.ts';

// Made once, here and in the other operators: making a rule of zod takes longer than compiling ten conditions.
const phrase = text(255).refine((value) => value !== '', 'is required.');
const phrases = listOf(phrase, 1, 100);

interface TextSubject {
  valid: Sql;
  lower: Sql;
  settled: Settled;
}

/** So many are compared one after the other in less time than it takes to look one up. */
const FEW = 8;

/** What becomes of a comparison with null. */
export type Settled = (predicate: Sql) => Sql;

export const orFalse: Settled = (predicate) => sql`coalesce(${predicate}, false)`;

/** For where null does as well as false: the planner can tell from it how many rows are left. */
export const asItIs: Settled = (predicate) => predicate;

/**
 * Comparisons of a text, or of null when there is none. Literal and without case: nothing in a value is a pattern.
 * A negative operator holds where there is no text. `valid`: what else must be so for there to be one, as in "and …",
 * asked last. `lower`: the text in lower case, where it is kept so. `settled`: makes false of null.
 */
export const textOperators = (
  subject: Sql,
  { valid = empty, lower = sql`lower(${subject})`, settled = orFalse }: Partial<TextSubject> = {},
): Operators => {
  const holds = (predicate: Sql) => settled(sql`(${predicate} ${valid})`);
  const fails = (predicate: Sql) => sql`(not ${orFalse(sql`${predicate} ${valid}`)})`;
  const is = (value: string) => sql`${lower} = lower(${value}::text)`;
  const isIn = (values: string[]) =>
    values.length <= FEW
      ? sql`${lower} in (${join(values.map((value) => sql`lower(${value}::text)`))})`
      : sql`${lower} = any(select lower(v) from unnest(${values}::text[]) v)`;
  const contains = (value: string) => sql`${lower} like lower(${`%${value.replace(/[\\%_]/g, '\\$&')}%`}::text)`;
  return {
    equals: operator(phrase, (value) => holds(is(value))),
    not_equals: operator(phrase, (value) => fails(is(value))),
    contains: operator(phrase, (value) => holds(contains(value))),
    not_contains: operator(phrase, (value) => fails(contains(value))),
    starts_with: operator(phrase, (value) => holds(sql`starts_with(${lower}, lower(${value}::text))`)),
    ends_with: operator(phrase, (value) =>
      holds(sql`right(${lower}, length(lower(${value}::text))) = lower(${value}::text)`),
    ),
    in: operator(phrases, (values) => holds(isIn(values))),
    not_in: operator(phrases, (values) => fails(isIn(values))),
    is_set: bare(() => sql`(${subject} is not null)`),
    is_not_set: bare(() => sql`(${subject} is null)`),
  };
};
