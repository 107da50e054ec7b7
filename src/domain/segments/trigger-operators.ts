import { type Sql, sql } from '../../database/connect.ts';
import type { OneValue, PropertySubject } from './property-values.ts';
import { orFalse } from './text-operators.ts';

// Comparisons of a property with a property of the trigger event: any pair of their values must match. The type of each
// value decides how the two are compared, as with the value of a condition.

type Compared = (one: OneValue, other: OneValue) => Sql;
/** `values`: a JSON list. Null: none, and nothing matches. */
type AgainstTrigger = (subject: PropertySubject, values: Sql) => Sql;

const OTHER: OneValue = { json: sql`t.json`, text: sql`(t.json #>> '{}')` };

const LONGEST = 80;

/** A number, or the number in a short text of digits; else null. */
const numberOf = ({ json, text }: OneValue): Sql =>
  sql`(case jsonb_typeof(${json}) when 'number' then ${text}::numeric when 'string' then
       case when octet_length(${text}) <= ${LONGEST}::int and ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then ${text}::numeric end end)`;

/** Compares numbers if one of them is a number, and texts otherwise. False or null for lists and objects. */
const byKind =
  (numbers: Compared, texts: Compared): Compared =>
  (one, other) =>
    sql`(case when jsonb_typeof(${one.json}) in ('array', 'object', 'null') then false
         when 'number' in (jsonb_typeof(${one.json}), jsonb_typeof(${other.json})) then ${numbers(one, other)}
         else ${texts(one, other)} end)`;

const same: Compared = (one, other) => sql`${numberOf(one)} = ${numberOf(other)}`;
const text = (test: (one: Sql, other: Sql) => Sql): Compared =>
  byKind(same, (one, other) => test(sql`lower(${one.text})`, sql`lower(${other.text})`));

const isEqual = text((one, other) => sql`${one} = ${other}`);
const hasPart = text((one, other) => sql`strpos(${one}, ${other}) > 0`);
const begins = text((one, other) => sql`starts_with(${one}, ${other})`);
const ends = text((one, other) => sql`right(${one}, length(${other})) = ${other}`);
const number =
  (sign: Sql): Compared =>
  (one, other) =>
    sql`${numberOf(one)} ${sign} ${numberOf(other)}`;

/** `member`: another comparison for the members of a list. */
const any =
  (test: Compared, member = test): AgainstTrigger =>
  (subject, values) => {
    const withOneOf = (compared: Compared) => (one: OneValue) =>
      sql`exists (select from jsonb_array_elements(${values}) t(json) where ${compared(one, OTHER)})`;
    return subject.any(withOneOf(test), member === test ? {} : { member: withOneOf(member) });
  };

/** The opposite, but false if there is nothing to compare with. */
const none =
  (positive: AgainstTrigger): AgainstTrigger =>
  (subject, values) =>
    sql`(${values} is not null and not ${orFalse(positive(subject, values))})`;

const equals = any(isEqual);
const contains = any(hasPart, isEqual);

/** By name. Operators for several values accept any of the trigger's, just as those for one do. */
export const AGAINST_TRIGGER: Readonly<Record<string, AgainstTrigger>> = {
  equals,
  not_equals: none(equals),
  in: equals,
  not_in: none(equals),
  contains,
  contains_any: contains,
  not_contains: none(contains),
  starts_with: any(begins),
  ends_with: any(ends),
  gt: any(number(sql`>`)),
  gte: any(number(sql`>=`)),
  lt: any(number(sql`<`)),
  lte: any(number(sql`<=`)),
};
