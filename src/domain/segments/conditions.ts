import type { Json } from '../../validation/json.ts';

/** One condition on a subscriber. Its type defines the operators and values (`rules/`). */
export interface Rule {
  type: string;
  operator: string;
  /** The contact field of an attribute rule. */
  field?: string;
  /** The property in a rule on the event that started a run. */
  property?: string;
  value?: Json;
}

/** Rules and groups: all must match (`and`), or any (`or`). */
export interface Group {
  operator: 'and' | 'or';
  rules: (Rule | Group)[];
}

export type Path = (string | number)[];

/** The outermost group is level one. */
export const DEEPEST = 2;
/** Counted over all groups. */
export const MAX_RULES = 50;

export type Loose = Record<string, unknown>;

export const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For valid conditions. */
export const isGroup = (part: Rule | Group): part is Group => 'rules' in part;

/** An object with rules and without a type is read as a group. */
export const looksLikeGroup = (part: Loose): boolean => !Object.hasOwn(part, 'type') && Object.hasOwn(part, 'rules');

/** Returns the rules in possibly invalid conditions, in order, with their paths: at most one more than is allowed. */
export function rulesOf(conditions: unknown): { path: Path; rule: Loose }[] {
  const rules: { path: Path; rule: Loose }[] = [];
  const walk = (part: unknown, path: Path, level: number): void => {
    if (!isObject(part) || !Array.isArray(part.rules) || level > DEEPEST) return;
    for (const [index, inner] of part.rules.entries()) {
      if (rules.length > MAX_RULES) return;
      if (!isObject(inner)) continue;
      const at = [...path, 'rules', index];
      if (looksLikeGroup(inner)) walk(inner, at, level + 1);
      else rules.push({ path: at, rule: inner });
    }
  };
  walk(conditions, ['conditions'], 1);
  return rules;
}
