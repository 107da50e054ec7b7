import { z } from 'zod';
import { isEmptyArray } from './empty-object.ts';
import { isStorable, otherwise } from './text.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const DEEPEST = 32;
const MAX_KEYS = 10_000;

/** Returns why a JSON value cannot be stored, or undefined. */
export const jsonProblem = (value: unknown): string | undefined => jsonFault(value)?.problem;

/** The place and reason of a value that cannot be stored. */
export interface JsonFault {
  path: (string | number)[];
  problem: string;
}

const BROKEN = 'must not contain NUL or broken characters.';
const TOO_LARGE = `must not be a number beyond ${Number.MAX_SAFE_INTEGER}. Send it as text to keep all its digits.`;

/**
 * Finds the part of a JSON value that cannot be stored: NUL, numbers that lose digits, more than 32 levels, or more
 * than 10,000 values in total. The path is set for numbers only; other problems concern the whole value or a key.
 */
export function jsonFault(value: unknown): JsonFault | undefined {
  let values = 0;
  const whole = (problem: string): JsonFault => ({ path: [], problem });
  const walk = (item: unknown, depth: number): JsonFault | undefined => {
    values += 1;
    if (values > MAX_KEYS) return whole(`must not have more than ${MAX_KEYS} values.`);
    if (typeof item === 'string') return isStorable(item) ? undefined : whole(BROKEN);
    if (typeof item === 'number') return Math.abs(item) <= Number.MAX_SAFE_INTEGER ? undefined : whole(TOO_LARGE);
    if (typeof item !== 'object' || item === null) return undefined;
    if (depth > DEEPEST) return whole(`must not be nested deeper than ${DEEPEST} levels.`);
    for (const key in item) {
      if (!isStorable(key)) return whole(BROKEN);
      const fault = walk((item as Record<string, unknown>)[key], depth + 1);
      if (!fault) continue;
      if (fault.problem === TOO_LARGE) fault.path.unshift(Array.isArray(item) ? Number(key) : key);
      return fault;
    }
    return undefined;
  };
  return walk(value, 1);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A JSON object that can be stored unchanged. A `__proto__` key is plain data. An empty array counts as an empty
 * object, because PHP writes it so. A number that loses digits is named by its path.
 */
export const jsonObject = () =>
  z
    .custom<JsonObject>((value) => isObject(value) || isEmptyArray(value), { error: otherwise('must be an object.') })
    .meta({ type: 'object' })
    .transform((value, context): JsonObject => {
      if (isEmptyArray(value)) return {};
      const fault = jsonFault(value);
      if (!fault) return value;
      context.addIssue({ code: 'custom', path: fault.path, message: fault.problem });
      return z.NEVER;
    });
