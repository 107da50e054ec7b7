import { type Sql, sql } from '../../database/connect.ts';
import { currency, minorUnits } from '../../validation/money.ts';
import { bare, type Operator, type Operators, operator } from './operator.ts';
import { orFalse } from './text-operators.ts';
import { listed, range, scalar, type Value } from './value.ts';

// Comparisons of an event's own value and currency, which are columns. Negative ones match events without them.

const PRESENCE: Operators<Sql> = {
  is_set: bare((column) => sql`(${column} is not null)`),
  is_not_set: bare((column) => sql`(${column} is null)`),
};

const not = (positive: Operator<Sql>): Operator<Sql> => ({
  ...positive,
  sql: (value, column) => sql`(not ${orFalse(positive.sql(value, column))})`,
});

/** Equality with one value and with several. */
function equality<Schema extends Value>(one: Schema, type: Sql): Operators<Sql> {
  const equals = operator(one, (value, column: Sql) => sql`(${column} = ${value}::${type})`);
  const isIn = operator(listed(one, 1, 100), (values, column: Sql) => sql`(${column} = any(${values}::${type}[]))`);
  return { equals, not_equals: not(equals), in: isIn, not_in: not(isIn) };
}

/** An integer, as in events, so that nobody enters 99.90 for 9990. */
const amount = scalar('Money', minorUnits());
const two = range('AmountRange', amount, (from, to) => from <= to);
const compare = (sign: Sql) => operator(amount, (value, column: Sql) => sql`(${column} ${sign} ${value}::bigint)`);

/** In the currency's smallest unit. */
export const OWN_VALUE: Operators<Sql> = {
  ...equality(amount, sql`bigint`),
  gt: compare(sql`>`),
  gte: compare(sql`>=`),
  lt: compare(sql`<`),
  lte: compare(sql`<=`),
  between: operator(two, ([from, to], column) => sql`(${column} between ${from}::bigint and ${to}::bigint)`),
  ...PRESENCE,
};

export const OWN_CURRENCY: Operators<Sql> = { ...equality(scalar('CurrencyCode', currency()), sql`text`), ...PRESENCE };
