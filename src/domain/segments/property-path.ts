import { filled } from '../../validation/text.ts';

/**
 * The path of a property in an event. `own`: the event's own value or currency. `key`: a property by its name. `paths`:
 * alternatives for a dotted path, as SQL/JSON paths, if the event has no property with the whole name.
 */
export type PropertyPath = { own: 'value' | 'currency' } | { key: string; paths: readonly string[] };

/** The most levels of stored JSON. */
const DEEPEST = 32;
/** Each doubles the number of paths: a number is an index of a list or the key of an object. */
const MOST_NUMBERS = 4;
/** Properties have at most 10,000 values. */
const POSITION = /^(0|[1-9]\d{0,3})$/;
/** `properties.value` is a property of this name, beside the event's own value. */
export const PROPERTY_PREFIX = 'properties.';

/** The name of a property as people write it: at most 255 characters, and a valid path. */
export const propertyName = filled(255).superRefine((name, context) => {
  const problem = problemOf(name);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

/** Why a path is invalid, or undefined. */
export function problemOf(name: string): string | undefined {
  const parts = partsOf(name);
  if (parts.some((part) => part.trim() === '')) {
    return 'must not have an empty part. Write a single dot between names, as in shipping.country.';
  }
  if (parts.length > DEEPEST) return `must not be nested deeper than ${DEEPEST} levels.`;
  if (parts.slice(1).filter(isPosition).length > MOST_NUMBERS) {
    return `must not have more than ${MOST_NUMBERS} numeric parts.`;
  }
  return undefined;
}

const isPosition = (part: string): boolean => POSITION.test(part);

const keyOf = (name: string): string => (name.startsWith(PROPERTY_PREFIX) ? name.slice(PROPERTY_PREFIX.length) : name);
const partsOf = (name: string): string[] => keyOf(name).split('.');

/** Reads a valid name. */
export function pathOf(name: string): PropertyPath {
  if (name === 'value' || name === 'currency') return { own: name };
  const parts = partsOf(name);
  return { key: keyOf(name), paths: parts.length > 1 ? pathsOf(parts) : [] };
}

/** `tail` follows `base`; `base` is checked for being a list. */
interface PathPart {
  base: string;
  tail: string;
}

/**
 * The SQL/JSON paths that together find the targets of a dotted path in lax mode. A name is looked up in an object, and in
 * each object of a list. A number is both a name and an index of a list: lax mode would treat any value as a list of one.
 */
function pathsOf([first, ...others]: string[]): string[] {
  let paths: PathPart[] = [{ base: '$', tail: accessor(first as string) }];
  for (const part of others) {
    paths = paths.flatMap(({ base, tail }) => [
      { base: base + tail, tail: accessor(part) },
      ...(isPosition(part)
        ? [{ base: `${base} ? (@.type() == "object" && @${tail}.type() == "array")`, tail: `${tail}[${part}]` }]
        : []),
    ]);
  }
  return paths.map(({ base, tail }) => base + tail);
}

/** The SQL/JSON path to a property by its name. */
export const jsonPathTo = (key: string): string => `$${accessor(key)}`;

/** Names in SQL/JSON are quoted as in JSON. */
const accessor = (name: string): string => `.${JSON.stringify(name)}`;
