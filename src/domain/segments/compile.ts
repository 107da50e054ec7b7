import { join, type Sql, sql } from '../../database/connect.ts';
import type { Issue } from '../../errors.ts';
import { type Group, isObject, type Loose, looksLikeGroup, type Rule } from './conditions.ts';
import { typeNames, typeOf } from './rules.ts';
import type { SegmentContext } from './segment-context.ts';

/**
 * Compiles stored conditions into one predicate over `s`, a row of subscribers. It is false or null for a row that does not
 * match; with a context `forNegation` it is never null.
 */
export function compile(conditions: unknown, context: SegmentContext): Sql {
  const { operator, rules } = conditions as Group;
  const parts = rules.map((part) =>
    isObject(part) && looksLikeGroup(part) ? compile(part, context) : compileRule(part as unknown as Loose, context),
  );
  return sql`(${join(parts, operator === 'or' ? ' or ' : ' and ')})`;
}

/** Compiles one rule. A rule that is no longer valid, such as one on a deleted field, matches nobody. */
export function compileRule(rule: Loose, context: SegmentContext): Sql {
  const read = readRule(rule, context);
  return 'rule' in read ? read.sql() : sql`false`;
}

/** Validates one rule. Returns all its issues, or its normal form and a function that compiles its predicate. */
export function readRule(sent: Loose, context: SegmentContext): { rule: Rule; sql: () => Sql } | { issues: Issue[] } {
  const type = typeOf(sent, context);
  if (!type) {
    const missing = sent.type === undefined || sent.type === null;
    const problem = missing ? 'is required.' : `must be one of ${typeNames(context).join(', ')}.`;
    return { issues: [{ path: ['type'], problem }] };
  }
  const read = type.read(sent, context, compile);
  if ('issues' in read) return read;
  const key = type.condition.byType?.key;
  const { operator, value, sql } = read;
  const rule: Rule = {
    type: sent.type as string,
    ...(key !== undefined && { [key]: sent[key] as string }),
    operator,
    ...(value !== undefined && { value }),
  };
  return { rule, sql };
}
