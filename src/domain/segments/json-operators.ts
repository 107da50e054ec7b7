import { empty, type Sql, sql } from '../../database/connect.ts';
import { hasWords } from './blank-text.ts';
import { number } from './numbers.ts';
import { about, bare, type Operators, operator } from './operator.ts';
import { orFalse, type Settled, TEXT } from './text-operators.ts';
import { range } from './value.ts';

/** A value as JSON and as text, each read directly from the column. */
export interface JsonSubject {
  json: Sql;
  text: Sql;
  settled?: Settled;
  /**
   * The field has an index over values of its type. Each comparison must then contain the index's condition, even if it is
   * redundant.
   */
  indexed?: boolean;
}

const one = number();
const two = range('NumberRange', one, (from, to) => from <= to);

/**
 * Comparisons of a string; any other type counts as no value. The type is tested by excluding the others: for "= 'string'"
 * the planner would expect next to no rows.
 */
export const JSON_TEXT: Operators<JsonSubject> = about(TEXT, ({ json, text, settled = orFalse }) => ({
  text,
  valid: sql`and jsonb_typeof(${json}) <> all('{number,boolean,array,object}')`,
  settled,
}));

const jsonOf = (value: number) => sql`${JSON.stringify(value)}::jsonb`;
const isNumber = (json: Sql) => sql`jsonb_typeof(${json}) = 'number'`;
const holds = ({ settled = orFalse }: JsonSubject, predicate: Sql) => settled(sql`(${predicate})`);
/** For comparisons that only a number can pass. */
const known = ({ json, indexed }: JsonSubject) => (indexed ? sql`and ${isNumber(json)}` : empty);

const compare = (sign: Sql) =>
  operator(one, (value, subject: JsonSubject) =>
    holds(subject, sql`${subject.json} ${sign} ${jsonOf(value)} and ${isNumber(subject.json)}`),
  );

/**
 * Comparisons of a number. They compare JSON, because a cast would fail on other types: JSON sorts text before all numbers,
 * and booleans, arrays and objects after them.
 */
export const JSON_NUMBER: Operators<JsonSubject> = {
  equals: operator(one, (value, subject) => holds(subject, sql`${subject.json} = ${jsonOf(value)} ${known(subject)}`)),
  not_equals: operator(one, (value, { json }) => sql`(${json} is distinct from ${jsonOf(value)})`),
  gt: compare(sql`>`),
  gte: compare(sql`>=`),
  lt: compare(sql`<`),
  lte: compare(sql`<=`),
  between: operator(two, ([from, to], subject) =>
    holds(subject, sql`${subject.json} >= ${jsonOf(from!)} and ${subject.json} <= ${jsonOf(to!)} ${known(subject)}`),
  ),
};

export const JSON_BOOLEAN: Operators<JsonSubject> = {
  is_true: bare(({ json }) => sql`(${json} is not distinct from 'true'::jsonb)`),
  is_false: bare(({ json }) => sql`(${json} is not distinct from 'false'::jsonb)`),
};

/** A JSON null and blank text count as no value. */
export const JSON_PRESENCE: Operators<JsonSubject> = {
  is_set: bare(({ text }) => sql`(${text} is not null and ${hasWords(text)})`),
  is_not_set: bare(({ text }) => sql`(${text} is null or not ${hasWords(text)})`),
};
