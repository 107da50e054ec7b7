import { empty, type Sql, sql } from '../../database/connect.ts';
import { number, pair } from './numbers.ts';
import { bare, type Operators, operator } from './operator.ts';
import { orFalse, type Settled, textOperators } from './text-operators.ts';

const one = number();
const range = pair(one, (from, to) => from <= to);

/**
 * Comparisons of a string in a JSON value; any other type counts as no value. `text`: the same value as text. The type
 * is tested by excluding the others: for "= 'string'" the planner would expect next to no rows.
 */
export const jsonTextOperators = (json: Sql, text: Sql, settled: Settled = orFalse): Operators => ({
  ...textOperators(text, { valid: sql`and jsonb_typeof(${json}) <> all('{number,boolean,array,object}')`, settled }),
  ...presence(json),
});

/**
 * Comparisons of a number in a JSON value. They compare JSON, because a cast would fail on other types: JSON sorts text
 * before all numbers, and booleans, arrays and objects after them. `indexed`: the field has an index over its numbers,
 * so each comparison must contain the index's condition even when it would not need it.
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

/** A JSON null counts as no value. */
export const presence = (json: Sql): Operators => ({
  is_set: bare(() => sql`(${json} is not null and ${json} <> 'null'::jsonb)`),
  is_not_set: bare(() => sql`(${json} is null or ${json} = 'null'::jsonb)`),
});
