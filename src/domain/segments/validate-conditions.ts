import type { Issue } from '../../errors.ts';
import { unknownKeys } from '../../validation/known-keys.ts';
import { readRule } from './compile.ts';
import {
  DEEPEST,
  type Group,
  isObject,
  type Loose,
  looksLikeGroup,
  MAX_RULES,
  type Path,
  type Rule,
} from './conditions.ts';
import { typeOf } from './rules.ts';
import type { SegmentContext } from './segment-context.ts';

const OPERATORS: readonly unknown[] = ['and', 'or'];

/** A hostile body must not get an answer larger than itself. */
const MAX_ISSUES = 200;

const GROUP_KEYS = ['operator', 'rules'];

/** Validates conditions. Returns them in normal form, or the issues with their paths. */
export function validateConditions(given: unknown, context: SegmentContext): { group: Group } | { issues: Issue[] } {
  const issues: Issue[] = [];
  let counted = 0;
  const complain = (path: Path, problem: string): undefined => {
    issues.push({ path, problem });
  };

  const readGroup = (part: unknown, path: Path, level: number): Group | undefined => {
    if (part === undefined || part === null) return complain(path, 'is required.');
    if (!isObject(part)) return complain(path, 'must be an object with operator and rules.');
    const { operator, rules } = part;
    for (const { path: key, problem } of unknownKeys(part, GROUP_KEYS, 'a group')) complain([...path, ...key], problem);
    if (!OPERATORS.includes(operator)) {
      complain([...path, 'operator'], operator == null ? 'is required.' : 'must be one of and, or.');
    }
    const read = readParts(rules, [...path, 'rules'], level);
    return read && { operator: operator as Group['operator'], rules: read };
  };

  const readParts = (parts: unknown, path: Path, level: number): Group['rules'] | undefined => {
    if (parts === undefined || parts === null) return complain(path, 'is required.');
    if (!Array.isArray(parts)) return complain(path, 'must be an array.');
    if (parts.length === 0) return complain(path, 'must have at least 1 item.');
    const read: (Rule | Group | undefined)[] = [];
    for (const [index, part] of parts.entries()) {
      if (counted > MAX_RULES || issues.length >= MAX_ISSUES) break;
      read.push(readPart(part, [...path, index], level));
    }
    return read.filter((part) => part !== undefined);
  };

  const readPart = (part: unknown, path: Path, level: number): Rule | Group | undefined => {
    if (isObject(part) && looksLikeGroup(part)) {
      if (level < DEEPEST) return readGroup(part, path, level + 1);
      return complain(path, 'must be a rule. Groups can be nested at most two levels deep.');
    }
    counted += 1;
    if (counted > MAX_RULES) return complain(['conditions'], `must not have more than ${MAX_RULES} rules.`);
    if (!isObject(part)) return complain(path, 'must be an object with type, operator and value.');
    const read = readRule(part, context);
    const misspelt = typeOf(part, context)?.misspelt?.(part) ?? [];
    const found = [...unknownOf(part, context), ...misspelt, ...('issues' in read ? read.issues : [])];
    if ('rule' in read && found.length === 0) return read.rule;
    issues.push(...found.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    return undefined;
  };

  const group = readGroup(given, ['conditions'], 1);
  return group && issues.length === 0 ? { group } : { issues };
}

/** The keys of a rule that its type does not have. */
function unknownOf(rule: Loose, context: SegmentContext): Issue[] {
  const type = typeOf(rule, context);
  const named = type ? (type.condition.byType ? [type.condition.byType.key] : []) : ['field', 'property'];
  const what = type ? `a rule of type ${rule.type}` : 'a rule';
  return unknownKeys(rule, ['type', ...named, 'operator', 'value'], what);
}
