import { join, type Sql, sql } from '../../database/connect.ts';
import { number } from './numbers.ts';
import { bare, type Operator, type Operators } from './operator.ts';
import type { OneValue, PropertySubject } from './property-values.ts';
import { asItIs, orFalse, TEXT, type TextSubject } from './text-operators.ts';
import { listed, range } from './value.ts';

// Comparisons of what a property of an event holds. Any value of a list will do; negative operators are the exact opposite, so
// that none of the values may do.

/** What an operator asks for. */
type Asked = Pick<Operator<never>, 'schema' | 'form'>;
type Compared<Value> = (value: Value, one: OneValue) => Sql;

/** An operator that holds if any value does. `member` compares the members of a list, where that is another comparison. */
const any = <Value>(of: Asked, test: Compared<Value>, member?: Compared<Value>): Operator<PropertySubject> => ({
  ...{ schema: of.schema, ...(of.form && { form: of.form }) },
  sql: (value: Value, subject) => subject.any((one) => test(value, one), member && ((one) => member(value, one))),
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
const asText = (of: TextOperator, member?: TextOperator) => any(of, compared(of), member && compared(member));

const containsAny: Compared<string[]> = (values, one) =>
  sql`(${join(
    values.map((value) => TEXT.contains.sql(value as never, textOf(one))),
    ' or ',
  )})`;

const equals = asText(TEXT.equals);
const contains = asText(TEXT.contains, TEXT.equals);
const isIn = asText(TEXT.in);

/** A text contains a part of it, a list a member of it. */
export const PROPERTY_TEXT: Operators<PropertySubject> = {
  equals,
  not_equals: not(equals),
  contains,
  contains_any: any(TEXT.in, containsAny, compared(TEXT.in)),
  not_contains: not(contains),
  starts_with: asText(TEXT.starts_with),
  ends_with: asText(TEXT.ends_with),
  in: isIn,
  not_in: not(isIn),
};

const one = number();
const several = listed(one, 1, 100);
const two = range('NumberRange', one, (from, to) => from <= to);

/** The number that a text writes in digits, else null. A cast would fail on any other text, and on one of too many digits. */
const numberIn = ({ json, text }: OneValue): Sql =>
  sql`(case when jsonb_typeof(${json}) = 'string' and ${text} ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' then ${text}::numeric end)`;

const jsonOf = (value: number): Sql => sql`${JSON.stringify(value)}::jsonb`;

/** Numbers are compared as JSON, which needs no cast: there a text sorts before all numbers, and anything else after them. */
const compare =
  (sign: Sql): Compared<number> =>
  (value, one) =>
    sql`((${one.json} ${sign} ${jsonOf(value)} and jsonb_typeof(${one.json}) = 'number') or ${numberIn(one)} ${sign} ${value}::numeric)`;

const [gte, lte] = [compare(sql`>=`), compare(sql`<=`)];
const isNumber = any<number>(one, compare(sql`=`));
const isOneOf = any<number[]>(
  several,
  (values, one) =>
    sql`(${one.json} = any(${values.map((value) => JSON.stringify(value))}::jsonb[]) or ${numberIn(one)} = any(${values}::numeric[]))`,
);

/** A text that is a number counts as one. */
export const PROPERTY_NUMBER: Operators<PropertySubject> = {
  equals: isNumber,
  not_equals: not(isNumber),
  gt: any<number>(one, compare(sql`>`)),
  gte: any<number>(one, gte),
  lt: any<number>(one, compare(sql`<`)),
  lte: any<number>(one, lte),
  between: any<number[]>(two, ([from, to], one) => sql`(${gte(from!, one)} and ${lte(to!, one)})`),
  contains: isNumber,
  contains_any: isOneOf,
  not_contains: not(isNumber),
  in: isOneOf,
  not_in: not(isOneOf),
};

const is = (json: 'true' | 'false') =>
  bare<PropertySubject>(({ any }) => orFalse(any((one) => sql`${one.json} = ${json}::jsonb`)));

export const PROPERTY_BOOLEAN: Operators<PropertySubject> = { is_true: is('true'), is_false: is('false') };

/** All that JavaScript trims from a text. */
const SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

const isFilled = ({ json, text }: OneValue): Sql => sql`${json} <> 'null'::jsonb and btrim(${text}, ${SPACE}) <> ''`;
const hasValue = ({ any }: PropertySubject): Sql =>
  orFalse(
    any(
      (one) => sql`(jsonb_typeof(${one.json}) <> 'array' and ${isFilled(one)})`,
      (one) => sql`(${isFilled(one)})`,
    ),
  );

/** A JSON null, a blank text and a list without any value count as no value. */
export const PROPERTY_PRESENCE: Operators<PropertySubject> = {
  is_set: bare(hasValue),
  is_not_set: bare((subject) => sql`(not ${hasValue(subject)})`),
};
