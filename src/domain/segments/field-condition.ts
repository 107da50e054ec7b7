import type { Sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import type { FieldType } from '../audience/attributes.ts';
import { compile, readRule } from './compile.ts';
import { readSegmentContext } from './read-context.ts';

/** A contact field and the value that is looked for; without one, any value. */
export interface FieldFilter {
  field?: string | null | undefined;
  fieldValue?: string | null | undefined;
}

/** How a value in words is compared with a field of each type. */
const RULES: Record<FieldType, (value: string) => { operator: string; value?: unknown }> = {
  text: (value) => ({ operator: 'equals', value }),
  number: (value) => ({ operator: 'equals', value: Number(value) }),
  date: (value) => ({ operator: 'between', value: [value, value] }),
  boolean: (value) => ({ operator: value === 'true' ? 'is_true' : 'is_false' }),
};

const PROBLEMS: Record<FieldType, string> = {
  text: 'must be a text.',
  number: 'must be a number, such as 42 or 3.5.',
  date: 'must be a date, such as 2026-01-31.',
  boolean: 'must be true or false.',
};

/**
 * Condition on `s`: its value of a contact field equals a value, as a segment compares it. Undefined without a field. Throws
 * ValidationError for an unknown field, and for a value that is not of its type.
 */
export async function fieldCondition(scope: Scope, { field, fieldValue }: FieldFilter): Promise<Sql | undefined> {
  if (field == null) {
    if (fieldValue == null) return undefined;
    throw new ValidationError([{ path: ['field'], problem: 'is required with fieldValue.' }]);
  }
  const given = { type: 'attribute', field };
  const context = await readSegmentContext(scope, [], [{ operator: 'and', rules: [given] }]);
  const type = context.fields.get(field);
  if (!type) throw new ValidationError([{ path: ['field'], problem: 'must be the key of a contact field.' }]);
  const wrong = new ValidationError([{ path: ['fieldValue'], problem: PROBLEMS[type] }]);
  if (type === 'boolean' && fieldValue != null && !['true', 'false'].includes(fieldValue)) throw wrong;
  const rule = { ...given, ...(fieldValue == null ? { operator: 'is_set' } : RULES[type](fieldValue)) };
  if ('issues' in readRule(rule, context)) throw wrong;
  return compile({ operator: 'and', rules: [rule] }, context);
}
