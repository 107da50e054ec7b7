import { z } from 'zod';
import { type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { filled } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';
import { isObject, type Loose } from './conditions.ts';
import { jsonBooleanOperators, jsonNumberOperators, jsonTextOperators } from './json-operators.ts';
import { type Operators, readOperator } from './operator.ts';
import { asItIs } from './text-operators.ts';

/** A condition on a property of an event. */
export interface PropertyCondition {
  property: string;
  operator: string;
  value?: Json;
}

const name = filled(255);

/** `{property, operator, value}`. Properties have no declared type: what is sent says how they are compared. */
export const propertyCondition = () =>
  z.unknown().transform((sent, context): PropertyCondition => {
    const read = readCondition(sent);
    if (!('issues' in read)) return read.condition;
    for (const { path, problem } of read.issues)
      context.addIssue({ code: 'custom', message: problem, path: [...path] });
    return z.NEVER;
  });

/** The predicate over `e`, a row of events, that a valid condition stands for. Null where it does not hold, or false. */
export function propertySql(condition: PropertyCondition): Sql {
  const read = readCondition(condition);
  return 'issues' in read ? sql`false` : read.sql();
}

function readCondition(sent: unknown): { condition: PropertyCondition; sql: () => Sql } | { issues: Issue[] } {
  if (!isObject(sent)) return { issues: [{ path: [], problem: 'must be an object.' }] };
  const property = validate(name, sent.property);
  const named = 'value' in property ? property.value : '';
  const key = sql`${named}::text`;
  const read = readOperator(operatorsFor(sql`(e.properties -> ${key})`, sql`(e.properties ->> ${key})`, sent), sent);
  const issues = [
    ...('issues' in property ? property.issues.map((issue) => ({ ...issue, path: ['property'] })) : []),
    ...('issues' in read ? read.issues : []),
  ];
  if ('issues' in read || issues.length > 0) return { issues };
  const { operator, value, sql: predicate } = read;
  return { condition: { property: named, operator, ...(value !== undefined && { value }) }, sql: predicate };
}

function operatorsFor(json: Sql, asText: Sql, { value }: Loose): Operators {
  const sample = Array.isArray(value) ? value[0] : value;
  const text = jsonTextOperators(json, asText, asItIs);
  const number = jsonNumberOperators(json, asItIs);
  const boolean = jsonBooleanOperators(json);
  return typeof sample === 'number' ? { ...text, ...boolean, ...number } : { ...number, ...boolean, ...text };
}
