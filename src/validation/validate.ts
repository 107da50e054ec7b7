import { z } from 'zod';
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

/** The same, but returns the issues instead of throwing: for batches, where each row is validated by itself. */
export function validate<Rule extends z.ZodType>(
  rule: Rule,
  value: unknown,
): { value: z.output<Rule> } | { issues: Issue[] } {
  const read = rule.safeParse(withoutBlanks(rule, value));
  if (read.success) return { value: read.data };
  const issues = read.error.issues.map(
    (issue): Issue => ({ path: issue.path as Issue['path'], problem: issue.message }),
  );
  return { issues: firstOfEachPath(issues) };
}

/**
 * Empty and blank text counts as absent in every optional field (contract §13): spreadsheets and forms send it for what
 * was left out. A field is optional here when it may be null, which the name of a list is not, even in a change.
 */
function withoutBlanks(rule: z.ZodType, value: unknown): unknown {
  if (!(rule instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const blank = optionalFields(rule).filter((name) => isBlank((value as Record<string, unknown>)[name]));
  if (blank.length === 0) return value;
  return { ...value, ...Object.fromEntries(blank.map((name) => [name, undefined])) };
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const known = new WeakMap<z.ZodObject, string[]>();

function optionalFields(rule: z.ZodObject): string[] {
  const found =
    known.get(rule) ??
    Object.entries(rule.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      field.safeParse(null).success ? [name] : [],
    );
  known.set(rule, found);
  return found;
}

/** Keeps one issue per field, so that a missing field is not reported twice. */
function firstOfEachPath(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter((issue) => {
    const key = issue.path.join('.');
    return !seen.has(key) && seen.add(key);
  });
}
