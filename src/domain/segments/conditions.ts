import type { Json } from '../../validation/json.ts';

/** One condition on a subscriber. Which operators and values there are, its type says (`rules/`). */
export interface Rule {
  type: string;
  operator: string;
  /** The contact field that an attribute rule asks about. */
  field?: string;
  value?: Json;
}

/** Rules and groups that must all hold, or any of them. */
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

/** What has rules and no type is meant as a group. */
export const looksLikeGroup = (part: Loose): boolean => !Object.hasOwn(part, 'type') && Object.hasOwn(part, 'rules');

/** The rules in what may be conditions, each with its path, in order: as many as conditions may hold, and one more. */
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
