import { join, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { type Group, isObject, type Loose, looksLikeGroup, type Rule } from './conditions.ts';
import { readOperator } from './operator.ts';
import { typeNames, typeOf } from './rules.ts';
import type { SegmentContext } from './segment-context.ts';

/**
 * The one predicate over `s`, a row of subscribers, that stored conditions stand for. Where they do not hold it is false,
 * or null unless the ground is `neverNull`.
 */
export function compile(conditions: unknown, context: SegmentContext): Sql {
  const { operator, rules } = conditions as Group;
  const parts = rules.map((part) =>
    isObject(part) && looksLikeGroup(part) ? compile(part, context) : compileRule(part as unknown as Loose, context),
  );
  return sql`(${join(parts, operator === 'or' ? ' or ' : ' and ')})`;
}

/** A rule that no longer fits what it asks about, such as one on a field that was deleted, holds for nobody. */
export function compileRule(rule: Loose, context: SegmentContext): Sql {
  const read = readRule(rule, context);
  return 'rule' in read ? read.sql() : sql`false`;
}

/** Judges one rule; all that is wrong with it comes at once. Gives its normal form, and its predicate when asked. */
export function readRule(sent: Loose, context: SegmentContext): { rule: Rule; sql: () => Sql } | { issues: Issue[] } {
  const type = typeOf(sent);
  if (!type) {
    const missing = sent.type === undefined || sent.type === null;
    const problem = missing ? 'is required.' : `must be one of ${typeNames().join(', ')}.`;
    return { issues: [{ path: ['type'], problem }] };
  }
  const operators = type.operatorsOf(sent, context, compile);
  if ('issues' in operators) return { issues: operators.issues as Issue[] };
  const read = readOperator(operators, sent);
  if ('issues' in read) return read;
  const { operator, value, sql } = read;
  const rule: Rule = {
    type: sent.type as string,
    ...(type.takesField && { field: sent.field as string }),
    operator,
    ...(value !== undefined && { value }),
  };
  return { rule, sql };
}
