import { z } from 'zod';
import type { Issue } from '../errors.ts';
import { nearMissOf } from '../near-miss.ts';

/** Bounds the answer to a hostile body. */
const MOST = 20;
const LONGEST_NAME = 100;

/** A name as repeated in answers. */
export const shortened = (key: string): string => (key.length > LONGEST_NAME ? `${key.slice(0, LONGEST_NAME)}…` : key);

/**
 * The unknown keys of an object, each with the nearest known one. `what`: a noun for the object, as in "a rule of
 * type tags".
 */
export const unknownKeys = (given: object, known: readonly string[], what: string): Issue[] =>
  Object.keys(given)
    .filter((key) => !known.includes(key))
    .slice(0, MOST)
    .map((key) => ({ path: [shortened(key)], problem: `is not known to ${what}${hint(shortened(key), known)}` }));

/** The end of the sentence: the nearest name, or all names. */
function hint(name: string, known: readonly string[]): string {
  const near = nearMissOf(name, known);
  return near === undefined ? `, which takes ${known.join(', ')}.` : `. Did you mean ${near}?`;
}

/** The same rule for an object, which also refuses unknown keys. All issues are reported together. */
export const withKnownKeys = <Rule extends z.ZodType>(rule: Rule, known: readonly string[], what: string) =>
  z.unknown().transform((given, context): z.output<Rule> => {
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    const unknown = isObject ? unknownKeys(given, known, what) : [];
    const read = rule.safeParse(given);
    if (read.success && unknown.length === 0) return read.data;
    for (const { path, problem } of unknown) context.addIssue({ code: 'custom', path: [...path], message: problem });
    for (const { path, message } of read.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });
