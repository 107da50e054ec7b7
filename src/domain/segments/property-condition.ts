import { z } from 'zod';
import { type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { unknownKeys } from '../../validation/known-keys.ts';
import { validate } from '../../validation/validate.ts';
import { isObject, type Loose } from './conditions.ts';
import { type Condition, type Operators, type Read, readOperator } from './operator.ts';
import { OWN_CURRENCY, OWN_VALUE } from './own-value-operators.ts';
import { PROPERTY_BOOLEAN, PROPERTY_NUMBER, PROPERTY_PRESENCE, PROPERTY_TEXT } from './property-operators.ts';
import { pathOf, propertyName } from './property-path.ts';
import { misspelling } from './property-spelling.ts';
import { type PropertySubject, valuesOf } from './property-values.ts';
import type { Value } from './value.ts';

/** A condition on a property of an event, or on its own value or currency. */
export interface PropertyCondition {
  property: string;
  operator: string;
  value?: Json;
}

const FOR_NUMBERS: Operators<PropertySubject> = {
  ...PROPERTY_TEXT,
  ...PROPERTY_PRESENCE,
  ...PROPERTY_BOOLEAN,
  ...PROPERTY_NUMBER,
};
const FOR_OTHERS: Operators<PropertySubject> = {
  ...PROPERTY_NUMBER,
  ...PROPERTY_PRESENCE,
  ...PROPERTY_BOOLEAN,
  ...PROPERTY_TEXT,
};

const schema = z.unknown().transform((sent, context): PropertyCondition => {
  const unknown = isObject(sent) ? unknownKeys(sent, ['property', 'operator', 'value'], 'a condition') : [];
  const read = readCondition(sent);
  const issues = [...unknown, ...('issues' in read ? read.issues : [])];
  if ('condition' in read && issues.length === 0) return read.condition;
  for (const { path, problem } of issues) context.addIssue({ code: 'custom', message: problem, path: [...path] });
  return z.NEVER;
});

/** Comparisons of a property. Properties have no declared type: the type of the value decides how they are compared. */
export const PROPERTY: Condition = {
  name: 'Property',
  operators: PROPERTY_PRESENCE,
  byType: {
    key: 'property',
    typed: 'Property',
    types: { text: PROPERTY_TEXT, number: PROPERTY_NUMBER, boolean: PROPERTY_BOOLEAN },
  },
};

/** `{property, operator, value}`. */
export const propertyCondition: Value<typeof schema> = { schema, form: { is: 'condition', condition: PROPERTY } };

/** The same for conditions that are sent: a name in the spelling of another language is refused, which a stored condition may have. */
export const sentPropertyCondition = propertyCondition.schema.superRefine(({ property }, context) => {
  const message = misspelling(property);
  if (message) context.addIssue({ code: 'custom', message, path: ['property'] });
});

/** What is refused about the name in a condition that is sent, whatever else is wrong with it. */
export function misspelt(sent: unknown): Issue[] {
  const named = isObject(sent) ? validate(propertyName, sent.property) : undefined;
  const problem = named && 'value' in named ? misspelling(named.value) : undefined;
  return problem ? [{ path: ['property'], problem }] : [];
}

/**
 * Compiles a valid condition into a predicate over `e`, a row of events. False or null for an event that does not
 * match.
 */
export function propertySql(condition: PropertyCondition): Sql {
  const read = readCondition(condition);
  return 'issues' in read ? sql`false` : read.sql();
}

/** Validates a condition. Returns its normal form and a function that compiles it, or all its issues. */
export function readCondition(sent: unknown): { condition: PropertyCondition; sql: () => Sql } | { issues: Issue[] } {
  if (!isObject(sent)) return { issues: [{ path: [], problem: 'must be an object.' }] };
  const property = validate(propertyName, sent.property);
  const named = 'value' in property ? property.value : '';
  const read = readCompared(named, sent);
  const issues = [
    ...('issues' in property ? property.issues.map((issue) => ({ ...issue, path: ['property'] })) : []),
    ...('issues' in read ? read.issues : []),
  ];
  if ('issues' in read || issues.length > 0) return { issues };
  const { operator, value, sql: predicate } = read;
  return { condition: { property: named, operator, ...(value !== undefined && { value }) }, sql: predicate };
}

function readCompared(property: string, sent: Loose): Read | { issues: Issue[] } {
  const path = pathOf(property);
  if (!('own' in path)) return readOperator(operatorsFor(sent), sent, valuesOf(path));
  return path.own === 'value'
    ? readOperator(OWN_VALUE, sent, sql`e.value`)
    : readOperator(OWN_CURRENCY, sent, sql`e.currency`);
}

function operatorsFor({ value }: Loose): Operators<PropertySubject> {
  const sample = Array.isArray(value) ? value[0] : value;
  return typeof sample === 'number' ? FOR_NUMBERS : FOR_OTHERS;
}
