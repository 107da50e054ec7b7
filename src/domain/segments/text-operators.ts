import { empty, join, type Sql, sql } from '../../database/connect.ts';
import { text } from '../../validation/text.ts';
import { hasWords } from './blank-text.ts';
import { bare, type Operators, operator } from './operator.ts';
import { listed, scalar } from './value.ts';

// Created once, here and in the other operators: creating a zod schema takes longer than compiling ten conditions.
const phrase = scalar(
  'String',
  text(255).refine((value) => value !== '', 'is required.'),
);
const phrases = listed(phrase, 1, 100);

/** A text, or null. */
export interface TextSubject {
  text: Sql;
  /** The text, if it is stored in lower case. */
  lower?: Sql;
  /** A further condition for a valid text, as in "and …"; tested last. */
  valid?: Sql;
  settled?: Settled;
}

/** Up to this many values, comparing each is faster than a lookup. */
const FEW = 8;

/** Decides the result of a comparison with null. */
export type Settled = (predicate: Sql) => Sql;

export const orFalse: Settled = (predicate) => sql`coalesce(${predicate}, false)`;

/** Where null and false are equivalent: the planner estimates the number of rows better. */
export const asItIs: Settled = (predicate) => predicate;

const lowerOf = ({ text, lower = sql`lower(${text})` }: TextSubject) => lower;
const holds = ({ valid = empty, settled = orFalse }: TextSubject, predicate: Sql) =>
  settled(sql`(${predicate} ${valid})`);
const fails = ({ valid = empty }: TextSubject, predicate: Sql) => sql`(not ${orFalse(sql`${predicate} ${valid}`)})`;

const is = (subject: TextSubject, value: string) => sql`${lowerOf(subject)} = lower(${value}::text)`;
const isIn = (subject: TextSubject, values: string[]) =>
  values.length <= FEW
    ? sql`${lowerOf(subject)} in (${join(values.map((value) => sql`lower(${value}::text)`))})`
    : sql`${lowerOf(subject)} = any(select lower(v) from unnest(${values}::text[]) v)`;
const contains = (subject: TextSubject, value: string) =>
  sql`${lowerOf(subject)} like lower(${`%${value.replace(/[\\%_]/g, '\\$&')}%`}::text)`;
const startsWith = (subject: TextSubject, value: string) =>
  sql`starts_with(${lowerOf(subject)}, lower(${value}::text))`;
const endsWith = (subject: TextSubject, value: string) =>
  sql`right(${lowerOf(subject)}, length(lower(${value}::text))) = lower(${value}::text)`;

/**
 * Comparisons of a text, ignoring case. A value is taken literally, never as a pattern. Negative operators match if there
 * is no text.
 */
export const TEXT = {
  equals: operator(phrase, (value, subject) => holds(subject, is(subject, value))),
  not_equals: operator(phrase, (value, subject) => fails(subject, is(subject, value))),
  contains: operator(phrase, (value, subject) => holds(subject, contains(subject, value))),
  not_contains: operator(phrase, (value, subject) => fails(subject, contains(subject, value))),
  starts_with: operator(phrase, (value, subject) => holds(subject, startsWith(subject, value))),
  ends_with: operator(phrase, (value, subject) => holds(subject, endsWith(subject, value))),
  in: operator(phrases, (values, subject) => holds(subject, isIn(subject, values))),
  not_in: operator(phrases, (values, subject) => fails(subject, isIn(subject, values))),
} satisfies Operators<TextSubject>;

/** The operators of a text column. Blank text counts as no value. */
export const TEXT_COLUMN: Operators<TextSubject> = {
  ...TEXT,
  is_set: bare(({ text }) => sql`(${text} is not null and ${hasWords(text)})`),
  is_not_set: bare(({ text }) => sql`(${text} is null or not ${hasWords(text)})`),
};
