import { z } from 'zod';
import { isStorable, otherwise } from './text.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const DEEPEST = 32;
const MAX_KEYS = 10_000;

/**
 * Returns why a JSON value cannot be stored, or undefined: NUL, numbers that lose digits, more than 32 levels, or more
 * than 10,000 values in all.
 */
export function jsonProblem(value: unknown): string | undefined {
  let values = 0;
  const walk = (item: unknown, depth: number): string | undefined => {
    values += 1;
    if (values > MAX_KEYS) return `must not hold more than ${MAX_KEYS} values.`;
    if (typeof item === 'string') return isStorable(item) ? undefined : 'must not contain NUL or broken characters.';
    if (typeof item === 'number') {
      return Math.abs(item) <= Number.MAX_SAFE_INTEGER ? undefined : 'must not hold numbers beyond 9007199254740991.';
    }
    if (typeof item !== 'object' || item === null) return undefined;
    if (depth > DEEPEST) return `must not be nested deeper than ${DEEPEST} levels.`;
    for (const key in item) {
      if (!isStorable(key)) return 'must not contain NUL or broken characters.';
      const problem = walk((item as Record<string, unknown>)[key], depth + 1);
      if (problem) return problem;
    }
    return undefined;
  };
  return walk(value, 1);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON object that can be stored unchanged. A `__proto__` key is plain data. */
export const jsonObject = () =>
  z.custom<JsonObject>((value) => isObject(value) && !jsonProblem(value), { error: objectProblem });

const objectProblem = ({ input }: { input?: unknown }): string | undefined =>
  isObject(input) ? jsonProblem(input) : otherwise('must be an object.')({ input });
