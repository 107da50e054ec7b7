import { z } from 'zod';
import { type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { filled } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';
import { isObject, type Loose } from './conditions.ts';
import { JSON_BOOLEAN, JSON_NUMBER, JSON_PRESENCE, JSON_TEXT, type JsonSubject } from './json-operators.ts';
import { type Condition, type Operators, readOperator } from './operator.ts';
import { asItIs } from './text-operators.ts';
import type { Value } from './value.ts';

/** A condition on a property of an event. */
export interface PropertyCondition {
  property: string;
  operator: string;
  value?: Json;
}

const name = filled(255);

const FOR_NUMBERS: Operators<JsonSubject> = { ...JSON_TEXT, ...JSON_PRESENCE, ...JSON_BOOLEAN, ...JSON_NUMBER };
const FOR_OTHERS: Operators<JsonSubject> = { ...JSON_NUMBER, ...JSON_PRESENCE, ...JSON_BOOLEAN, ...JSON_TEXT };

const schema = z.unknown().transform((sent, context): PropertyCondition => {
  const read = readCondition(sent);
  if (!('issues' in read)) return read.condition;
  for (const { path, problem } of read.issues) context.addIssue({ code: 'custom', message: problem, path: [...path] });
  return z.NEVER;
});

/** Comparisons of a property. Properties have no declared type: the type of the value decides how they are compared. */
export const PROPERTY: Condition = {
  name: 'Property',
  operators: JSON_PRESENCE,
  byType: { key: 'property', types: { text: JSON_TEXT, number: JSON_NUMBER, boolean: JSON_BOOLEAN } },
};

/** `{property, operator, value}`. */
export const propertyCondition: Value<typeof schema> = { schema, form: { is: 'condition', condition: PROPERTY } };

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
  const property = validate(name, sent.property);
  const named = 'value' in property ? property.value : '';
  const key = sql`${named}::text`;
  const subject = { json: sql`(e.properties -> ${key})`, text: sql`(e.properties ->> ${key})`, settled: asItIs };
  const read = readOperator(operatorsFor(sent), sent, subject);
  const issues = [
    ...('issues' in property ? property.issues.map((issue) => ({ ...issue, path: ['property'] })) : []),
    ...('issues' in read ? read.issues : []),
  ];
  if ('issues' in read || issues.length > 0) return { issues };
  const { operator, value, sql: predicate } = read;
  return { condition: { property: named, operator, ...(value !== undefined && { value }) }, sql: predicate };
}

function operatorsFor({ value }: Loose): Operators<JsonSubject> {
  const sample = Array.isArray(value) ? value[0] : value;
  return typeof sample === 'number' ? FOR_NUMBERS : FOR_OTHERS;
}
