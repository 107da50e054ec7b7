import { z } from 'zod';
import { type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import type { Json } from '../../validation/json.ts';
import { unknownKeys } from '../../validation/known-keys.ts';
import { validate } from '../../validation/validate.ts';
import { isObject, type Loose } from './conditions.ts';
import { type Condition, type Declared, type Operators, type Read, readOperator } from './operator.ts';
import { OWN_CURRENCY, OWN_VALUE } from './own-value-operators.ts';
import { PROPERTY_BOOLEAN, PROPERTY_NUMBER, PROPERTY_PRESENCE, PROPERTY_TEXT } from './property-operators.ts';
import { type PropertyPath, pathOf, propertyName } from './property-path.ts';
import { misspelling } from './property-spelling.ts';
import { type PropertySubject, valuesOf } from './property-values.ts';
import { AGAINST_TRIGGER } from './trigger-operators.ts';
import { isTriggerProperty, readTriggerProperty, TRIGGER_PROPERTY } from './trigger-property.ts';
import { triggerValues } from './trigger-values.ts';
import type { Value } from './value.ts';

/** A condition on a property of an event, or on its own value or currency. */
export interface PropertyCondition {
  property: string;
  operator: string;
  /** Or a `TriggerProperty`, in the automations' conditions. */
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

/** Comparisons with a property of the event that started the run, which `readAgainstTrigger` reads. */
const TO_TRIGGER_PROPERTY: Declared = Object.fromEntries(
  Object.keys(AGAINST_TRIGGER).map((name) => [name, TRIGGER_PROPERTY]),
);

/** Comparisons of a property. Properties have no declared type: the type of the value decides how they are compared. */
export const PROPERTY: Condition = {
  name: 'Property',
  operators: PROPERTY_PRESENCE,
  byType: {
    key: 'property',
    typed: 'Property',
    types: {
      text: PROPERTY_TEXT,
      number: PROPERTY_NUMBER,
      boolean: PROPERTY_BOOLEAN,
      triggerProperty: TO_TRIGGER_PROPERTY,
    },
    descriptions: {
      triggerProperty: 'Compares with a property of the event that started the run. For automations only.',
    },
  },
};

/** `{property, operator, value}`. */
export const propertyCondition: Value<typeof schema> = { schema, form: { is: 'condition', condition: PROPERTY } };

/** The schema for new conditions: also refuses names in other languages' notation, which stored conditions may have. */
export const sentPropertyCondition = propertyCondition.schema.superRefine(({ property }, context) => {
  const message = misspelling(property);
  if (message) context.addIssue({ code: 'custom', message, path: ['property'] });
});

/** Issues about the name in a new condition, regardless of other issues. */
export function misspelt(sent: unknown): Issue[] {
  const named = isObject(sent) ? validate(propertyName, sent.property) : undefined;
  const problem = named && 'value' in named ? misspelling(named.value) : undefined;
  return problem ? [{ path: ['property'], problem }] : [];
}

/**
 * Compiles a valid condition into a predicate over `e`, a row of events. False or null for an event that does not match.
 * `ofRun`: there is a row `a` of the run (trigger-values.ts), whose event it may compare with.
 */
export function propertySql(condition: PropertyCondition, ofRun = false): Sql {
  const read = readCondition(condition);
  return 'issues' in read || (isTriggerProperty(condition.value) && !ofRun) ? sql`false` : read.sql();
}

/** Validates a condition. Returns its normal form and a function that compiles it, or all its issues. */
export function readCondition(sent: unknown): { condition: PropertyCondition; sql: () => Sql } | { issues: Issue[] } {
  if (!isObject(sent))
    return { issues: [{ path: [], problem: 'must be an object with property, operator and value.' }] };
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
  if (isTriggerProperty(sent.value)) return readAgainstTrigger(path, sent, sent.value);
  if (!('own' in path)) return readOperator(operatorsFor(sent), sent, valuesOf(path));
  return path.own === 'value'
    ? readOperator(OWN_VALUE, sent, sql`e.value`)
    : readOperator(OWN_CURRENCY, sent, sql`e.currency`);
}

/** Reads a comparison with a value of the event that started the run. */
function readAgainstTrigger(path: PropertyPath, { operator }: Loose, value: Loose): Read | { issues: Issue[] } {
  const name = typeof operator === 'string' && Object.hasOwn(AGAINST_TRIGGER, operator) ? operator : undefined;
  const names = Object.keys(AGAINST_TRIGGER).join(', ');
  const problem = operator == null ? 'is required.' : `must be one of ${names} to compare with a trigger_property.`;
  const read = readTriggerProperty(value);
  const issues = [
    ...(name === undefined ? [{ path: ['operator'], problem }] : []),
    ...('issues' in read ? read.issues : []),
  ];
  if (name === undefined || 'issues' in read) return { issues };
  const subject = 'own' in path ? ownValue(path.own) : valuesOf(path);
  const compare = AGAINST_TRIGGER[name]!;
  return {
    operator: name,
    value: { ...read.value },
    sql: () => compare(subject, triggerValues(pathOf(read.value.trigger_property))),
  };
}

/** A column of `e` as a property. */
function ownValue(own: 'value' | 'currency'): PropertySubject {
  const column = own === 'value' ? sql`e.value` : sql`e.currency`;
  return { any: (test) => test({ json: sql`to_jsonb(${column})`, text: sql`(${column})::text` }) };
}

function operatorsFor({ value }: Loose): Operators<PropertySubject> {
  const sample = Array.isArray(value) ? value[0] : value;
  return typeof sample === 'number' ? FOR_NUMBERS : FOR_OTHERS;
}
