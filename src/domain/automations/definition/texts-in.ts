import { isObject } from '../../segments/conditions.ts';
import type { Path } from './reading.ts';

/** The texts in a JSON value, with their paths. */
export function textsIn(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key])) : [];
}
