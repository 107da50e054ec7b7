import type { z } from 'zod';
import { type Issue, ValidationError } from '../../errors.ts';
import { idRule } from '../../validation/id.ts';
import { filled, record, yesOrNo } from '../../validation/text.ts';
import { validate } from '../../validation/validate.ts';

export const AUTOMATION_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;

/** What is beside the definition. */
export const automationInput = record({ name: filled(255), listId: idRule('a list').nullish() });

export const automationChange = automationInput.partial({ name: true }).extend({ moveRuns: yesOrNo().nullish() });

/** Reads what is beside the definition. Returns what is wrong with it, so that all is reported at once with the definition. */
export function readInput<Rule extends z.ZodType>(
  rule: Rule,
  input: unknown,
): { input: Partial<z.output<Rule>>; issues: Issue[] } {
  const read = validate(rule, input);
  return 'value' in read
    ? { input: read.value as Partial<z.output<Rule>>, issues: [] }
    : { input: {}, issues: read.issues };
}

/** Throws ValidationError with all of these, each path once. */
export function refuse(issues: readonly Issue[]): void {
  const seen = new Set<string>();
  const once = issues.filter(({ path }) => !seen.has(path.join('.')) && seen.add(path.join('.')));
  if (once.length > 0) throw new ValidationError(once);
}
