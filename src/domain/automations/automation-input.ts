import type { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import { idRule } from '../../validation/id.ts';
import { extended, filled, record, yesOrNo } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';

export const AUTOMATION_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;

/** The fields of an automation besides its definition. */
export const automationInput = record({ name: filled(255), listId: idRule('a list').nullish() });

export const automationChange = extended(automationInput.partial({ name: true }), { moveRuns: yesOrNo().nullish() });

/**
 * Reads the other fields, leaving out invalid ones. Returns their issues, so that the caller reports them together with
 * those of the definition.
 */
export function readInput<Shape extends z.ZodRawShape>(
  rule: z.ZodObject<Shape>,
  given: unknown,
): { input: Partial<z.output<z.ZodObject<Shape>>>; issues: Issue[] } {
  const read = validate(rule, given);
  if ('value' in read) return { input: read.value, issues: [] };
  const wrong = new Set(read.issues.map(({ path }) => path[0]));
  const right = Object.fromEntries(Object.entries((given ?? {}) as object).filter(([key]) => !wrong.has(key)));
  const rest = validate(rule.partial(), right);
  return { input: ('value' in rest ? rest.value : {}) as Partial<z.output<z.ZodObject<Shape>>>, issues: read.issues };
}

/** Throws ValidationError with these issues, one for each path. */
export function refuse(issues: readonly Issue[]): void {
  const seen = new Set<string>();
  const once = issues.filter(({ path }) => !seen.has(path.join('.')) && seen.add(path.join('.')));
  if (once.length > 0) throw new ValidationError(once);
}
