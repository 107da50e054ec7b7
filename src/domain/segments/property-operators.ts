import { join, type Sql, sql } from '../../database/connect.ts';
import { number } from './numbers.ts';
import { bare, type Operator, type Operators } from './operator.ts';
import type { OneValue, PropertySubject, Tests } from './property-values.ts';
import { asItIs, orFalse, TEXT, type TextSubject } from './text-operators.ts';
import { listed, range } from './value.ts';

// Comparisons of an event property. Any value in a list may match; negative operators are the exact opposite, so none of
// the values may match.

/** The value of an operator. */
type Asked = Pick<Operator<never>, 'schema' | 'form'>;
type Compared<Value> = (value: Value, one: OneValue) => Sql;

/** An operator that holds if any value matches. */
const any = <Value>(
  of: Asked,
  test: Compared<Value>,
  more: (value: Value) => Tests = () => ({}),
): Operator<PropertySubject> => ({
  schema: of.schema,
  ...(of.form && { form: of.form }),
  sql: (value: Value, subject) => subject.any((one) => test(value, one), more(value)),
});

const not = (positive: Operator<PropertySubject>): Operator<PropertySubject> => ({
  ...positive,
  sql: (value, subject) => sql`(not ${orFalse(positive.sql(value, subject))})`,
});

/** The text of a text, a number or a boolean. */
const textOf = ({ json, text }: OneValue): TextSubject => ({
  text,
  valid: sql`and jsonb_typeof(${json}) <> all('{array,object}')`,
  settled: asItIs,
});

type TextOperator = Asked & { sql(value: never, subject: TextSubject): Sql };
const compared =
  <Value>({ sql }: TextOperator): Compared<Value> =>
  (value, one) =>
    sql(value as never, textOf(one));

/** `before` and `after`: patterns around the value. `member`: another comparison for members of a list. */
const asText = <Value extends string | string[]>(
  of: TextOperator,
  [before, after]: [string, string],
  member?: TextOperator,
  test = compared<Value>(of),
) =>
  any<Value>(of, test, (value) => {
    const values: readonly string[] = [value].flat();
    return {
      ...(member && { member: (one) => compared<Value>(member)(value, one) }),
      ...(values.length <= FEW && { likely: (text) => isLike(text, values, before, after) }),
    };
  });

/** For more values, testing one pattern after another is slower than a single comparison. */
const FEW = 8;

/** A text that matches one of the values, or the JSON of a list that contains it anywhere. */
function isLike(text: Sql, values: readonly string[], before: string, after: string): Sql {
  const patterns = values.flatMap((value) => [`${before}${literal(value)}${after}`, `[%${literal(written(value))}%`]);
  return sql`lower(${text}) like any(array[${join(patterns.map((pattern) => sql`lower(${pattern}::text)`))}])`;
}

const literal = (value: string): string => value.replace(/[\\%_]/g, '\\$&');
/** Escaped as PostgreSQL does inside JSON quotes. */
const written = (value: string): string => JSON.stringify(value).slice(1, -1);

const containsAny: Compared<string[]> = (values, one) =>
  sql`(${join(
    values.map((value) => compared<string>(TEXT.contains)(value, one)),
    ' or ',
  )})`;

const equals = asText<string>(TEXT.equals, ['', '']);
const contains = asText<string>(TEXT.contains, ['%', '%'], TEXT.equals);
const isIn = asText<string[]>(TEXT.in, ['', '']);

/** A text contains a part, a list contains a member. */
export const PROPERTY_TEXT: Operators<PropertySubject> = {
  equals,
  not_equals: not(equals),
  contains,
  contains_any: asText<string[]>(TEXT.in, ['%', '%'], TEXT.in, containsAny),
  not_contains: not(contains),
  starts_with: asText<string>(TEXT.starts_with, ['', '%']),
  ends_with: asText<string>(TEXT.ends_with, ['%', '']),
  in: isIn,
  not_in: not(isIn),
};

const one = number();
const several = listed(one, 1, 100);
const two = range('NumberRange', one, (from, to) => from <= to);

const LONGEST = 80;

/** The number in a short text of digits, else null. A cast would fail on any other text, and on too many digits. */
const numberIn = ({ json, text }: OneValue): Sql =>
  sql`(case when jsonb_typeof(${json}) = 'string' and octet_length(${text}) <= ${LONGEST}::int and ${text} ~ '^-?[0-9]+([.][0-9]+)?$' then ${text}::numeric end)`;

const jsonOf = (value: number): Sql => sql`${JSON.stringify(value)}::jsonb`;

/**
 * Numbers are compared as JSON, which needs no cast: there a text sorts before all numbers, and anything else after them.
 */
const numeric = <Value>(
  of: Asked,
  json: (value: Value, json: Sql) => Sql,
  inText: (value: Value, number: Sql) => Sql,
) => {
  const number: Compared<Value> = (value, one) =>
    sql`(${json(value, one.json)} and jsonb_typeof(${one.json}) = 'number')`;
  const text: Compared<Value> = (value, one) => inText(value, numberIn(one));
  return any<Value>(
    of,
    (value, one) => sql`(${number(value, one)} or ${text(value, one)})`,
    (value) => ({ parts: { number: (one) => number(value, one), text: (one) => text(value, one) } }),
  );
};

const compare = (sign: Sql) =>
  numeric<number>(
    one,
    (value, json) => sql`${json} ${sign} ${jsonOf(value)}`,
    (value, number) => sql`${number} ${sign} ${value}::numeric`,
  );

const isNumber = compare(sql`=`);
const isOneOf = numeric<number[]>(
  several,
  (values, json) => sql`${json} = any(${values.map((value) => JSON.stringify(value))}::jsonb[])`,
  (values, number) => sql`${number} = any(${values}::numeric[])`,
);
const isBetween = numeric<number[]>(
  two,
  ([from, to], json) => sql`${json} between ${jsonOf(from!)} and ${jsonOf(to!)}`,
  ([from, to], number) => sql`${number} between ${from}::numeric and ${to}::numeric`,
);

/** A text that is a number counts as one. */
export const PROPERTY_NUMBER: Operators<PropertySubject> = {
  equals: isNumber,
  not_equals: not(isNumber),
  gt: compare(sql`>`),
  gte: compare(sql`>=`),
  lt: compare(sql`<`),
  lte: compare(sql`<=`),
  between: isBetween,
  contains: isNumber,
  contains_any: isOneOf,
  not_contains: not(isNumber),
  in: isOneOf,
  not_in: not(isOneOf),
};

const is = (json: 'true' | 'false') =>
  bare<PropertySubject>(({ any }) => orFalse(any((one) => sql`${one.json} = ${json}::jsonb`)));

export const PROPERTY_BOOLEAN: Operators<PropertySubject> = { is_true: is('true'), is_false: is('false') };

/** All characters that JavaScript trims from a text. */
export const SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

const isFilled = ({ json, text }: OneValue): Sql => sql`${json} <> 'null'::jsonb and btrim(${text}, ${SPACE}) <> ''`;
const hasValue = ({ any }: PropertySubject): Sql =>
  orFalse(
    any((one) => sql`(jsonb_typeof(${one.json}) <> 'array' and ${isFilled(one)})`, {
      member: (one) => sql`(${isFilled(one)})`,
    }),
  );

/** A JSON null, a blank text and a list without any value count as no value. */
export const PROPERTY_PRESENCE: Operators<PropertySubject> = {
  is_set: bare(hasValue),
  is_not_set: bare((subject) => sql`(not ${hasValue(subject)})`),
};
