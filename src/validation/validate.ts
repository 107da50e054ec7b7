import type { z } from 'zod';
import { type Issue, ValidationError } from '../errors.ts';

/**
 * Reads what a caller sent by the rules of the domain. Takes anything, since REST hands values over as they came;
 * gives the typed, normalised value. Throws ValidationError with every issue at once.
 */
export function parse<Rule extends z.ZodType>(rule: Rule, value: unknown): z.output<Rule> {
  const read = validate(rule, value);
  if ('issues' in read) throw new ValidationError(read.issues);
  return read.value;
}

/** The same as an answer instead of an exception: for rows that are judged one by one. */
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

/** "is required." beside "must be a string." for one missing field would say the same twice. */
function firstOfEachPath(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = issue.path.join('.');
    return !seen.has(key) && seen.add(key);
  });
}
