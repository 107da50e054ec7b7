import { empty, type Sql, sql } from '../../database/connect.ts';
import { number } from './numbers.ts';
import { about, bare, type Operators, operator } from './operator.ts';
import { orFalse, type Settled, TEXT } from './text-operators.ts';
import { range } from './value.ts';

/** A value as JSON, and the same as text: each taken in one step, not by way of the other. */
export interface JsonSubject {
  json: Sql;
  text: Sql;
  settled?: Settled;
  /** By an index over what is of the type, which each comparison must then ask for, needed or not. */
  indexed?: boolean;
}

const one = number();
const two = range('NumberRange', one, (from, to) => from <= to);

/**
 * Comparisons of what is a string; anything else is as if there were none. Said by what it is not: of this the planner
 * does not think that it leaves next to nothing.
 */
export const JSON_TEXT: Operators<JsonSubject> = about(TEXT, ({ json, text, settled = orFalse }) => ({
  text,
  valid: sql`and jsonb_typeof(${json}) <> all('{number,boolean,array,object}')`,
  settled,
}));

const jsonOf = (value: number) => sql`${JSON.stringify(value)}::jsonb`;
const isNumber = (json: Sql) => sql`jsonb_typeof(${json}) = 'number'`;
const holds = ({ settled = orFalse }: JsonSubject, predicate: Sql) => settled(sql`(${predicate})`);
/** For comparisons that nothing else than numbers passes. */
const known = ({ json, indexed }: JsonSubject) => (indexed ? sql`and ${isNumber(json)}` : empty);

const compare = (sign: Sql) =>
  operator(one, (value, subject: JsonSubject) =>
    holds(subject, sql`${subject.json} ${sign} ${jsonOf(value)} and ${isNumber(subject.json)}`),
  );

/**
 * Comparisons of what is a number. As JSON, since a cast would fail on what is none: its order puts what is text before
 * all numbers, and what is true or false, a list or an object behind them.
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

/** A JSON null is no value. */
export const JSON_PRESENCE: Operators<JsonSubject> = {
  is_set: bare(({ json }) => sql`(${json} is not null and ${json} <> 'null'::jsonb)`),
  is_not_set: bare(({ json }) => sql`(${json} is null or ${json} = 'null'::jsonb)`),
};
