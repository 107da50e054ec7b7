import type { z } from 'zod';
import { type Issue, ValidationError } from '../errors.ts';

/**
 * Validates input and returns the typed, normalised value. The input may be anything, because REST passes values on
 * unchecked. Throws ValidationError with all issues.
 */
export function parse<Rule extends z.ZodType>(rule: Rule, value: unknown): z.output<Rule> {
  const read = validate(rule, value);
  if ('issues' in read) throw new ValidationError(read.issues);
  return read.value;
}

/** Like `parse`, but returns the issues instead of throwing: for batches, where each row is validated on its own. */
export function validate<Rule extends z.ZodType>(
  rule: Rule,
  value: unknown,
): { value: z.output<Rule> } | { issues: Issue[] } {
  const read = rule.safeParse(value);
  if (read.success) return { value: read.data };
  const issues = read.error.issues.map(
    (issue): Issue => ({ path: issue.path as Issue['path'], problem: issue.message }),
  );
  return { issues: firstOfEachPath(issues) };
}

/** Keeps one issue per field, so that a missing field is not reported twice. */
function firstOfEachPath(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = issue.path.join('.');
    return !seen.has(key) && seen.add(key);
  });
}
