import { empty, type Sql, sql } from '../../database/connect.ts';
import { number, pair } from './numbers.ts';
import { bare, type Operators, operator } from './operator.ts';
import { orFalse, type Settled, textOperators } from './text-operators.ts';

const one = number();
const range = pair(one, (from, to) => from <= to);

/**
 * Comparisons of what is a string in a JSON value; anything else is as if there were none. `text`: the same value as
 * text. Said by what it is not: of this the planner does not think that it leaves next to nothing.
 */
export const jsonTextOperators = (json: Sql, text: Sql, settled: Settled = orFalse): Operators => ({
  ...textOperators(text, { valid: sql`and jsonb_typeof(${json}) <> all('{number,boolean,array,object}')`, settled }),
  ...presence(json),
});

/**
 * Comparisons of what is a number in a JSON value. As JSON, since a cast would fail on what is none: its order puts what
 * is text before all numbers, and what is true or false, a list or an object behind them. `indexed`: by an index over
 * what is a number, which each comparison must then ask for, needed or not.
 */
export const jsonNumberOperators = (json: Sql, settled: Settled = orFalse, indexed = false): Operators => {
  const jsonOf = (value: number) => sql`${JSON.stringify(value)}::jsonb`;
  const holds = (predicate: Sql) => settled(sql`(${predicate})`);
  const isNumber = sql`jsonb_typeof(${json}) = 'number'`;
  const known = indexed ? sql`and ${isNumber}` : empty;
  return {
    equals: operator(one, (value) => holds(sql`${json} = ${jsonOf(value)} ${known}`)),
    not_equals: operator(one, (value) => sql`(${json} is distinct from ${jsonOf(value)})`),
    gt: operator(one, (value) => holds(sql`${json} > ${jsonOf(value)} and ${isNumber}`)),
    gte: operator(one, (value) => holds(sql`${json} >= ${jsonOf(value)} and ${isNumber}`)),
    lt: operator(one, (value) => holds(sql`${json} < ${jsonOf(value)} and ${isNumber}`)),
    lte: operator(one, (value) => holds(sql`${json} <= ${jsonOf(value)} and ${isNumber}`)),
    between: operator(range, ([from, to]) =>
      holds(sql`${json} >= ${jsonOf(from!)} and ${json} <= ${jsonOf(to!)} ${known}`),
    ),
    ...presence(json),
  };
};

export const jsonBooleanOperators = (json: Sql): Operators => ({
  is_true: bare(() => sql`(${json} is not distinct from 'true'::jsonb)`),
  is_false: bare(() => sql`(${json} is not distinct from 'false'::jsonb)`),
  ...presence(json),
});

/** A JSON null is no value. */
export const presence = (json: Sql): Operators => ({
  is_set: bare(() => sql`(${json} is not null and ${json} <> 'null'::jsonb)`),
  is_not_set: bare(() => sql`(${json} is null or ${json} = 'null'::jsonb)`),
});
