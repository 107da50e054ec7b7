import { isDeepStrictEqual } from 'node:util';
import type { Form as JsonSchema } from '../../validation/form.ts';

const LOWER = ['minimum', 'minLength', 'minItems'];
const UPPER = ['maximum', 'maxLength', 'maxItems'];

/** Integers are numbers. */
const typeOf = ({ type }: JsonSchema): unknown => (type === 'integer' ? 'number' : type);

const isOfType = (one: JsonSchema, other: JsonSchema): boolean =>
  typeof one.type === 'string' &&
  one.type !== 'object' &&
  typeOf(one) === typeOf(other) &&
  !one.enum &&
  !other.enum &&
  isDeepStrictEqual(typeOf((one.items ?? {}) as JsonSchema), typeOf((other.items ?? {}) as JsonSchema));

/** The narrowest schema that takes every value of either of the same type: a bound that one of them lacks is none. */
function either(one: JsonSchema, other: JsonSchema): JsonSchema {
  const keys = Object.keys(one).filter((key) => key in other);
  const values = keys.map((key): [string, unknown] => {
    const [a, b] = [one[key], other[key]];
    if (isDeepStrictEqual(a, b)) return [key, a];
    if (LOWER.includes(key)) return [key, Math.min(Number(a), Number(b))];
    if (UPPER.includes(key)) return [key, Math.max(Number(a), Number(b))];
    if (key === 'type') return [key, 'number'];
    return [key, key === 'items' ? either(a as JsonSchema, b as JsonSchema) : undefined];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The given alternatives with one for each type, so that programs choose by type alone. */
export function widest(values: readonly JsonSchema[]): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const value of values) {
    const same = found.findIndex((one) => isDeepStrictEqual(one, value) || isOfType(one, value));
    if (same < 0) found.push(value);
    else found[same] = either(found[same] as JsonSchema, value);
  }
  return found;
}
