import type { Issue } from '../errors.ts';

/** The place of a key: a request or a row of its batch, or an object or list inside of these. */
export interface Place {
  /** The key of the rows, if the place is in one. */
  row?: string;
  above?: Place;
  key?: string | number;
  /** The issues of the request or the row, and their maximum number. */
  issues: Issue[];
  most: number;
}

/** The path of a key; in a row, from the row on. */
export const pathOf = (place: Place, key: string): (string | number)[] => [...pathOfPlace(place), shown(key)];

function pathOfPlace({ above, key }: Place): (string | number)[] {
  if (!above || key === undefined) return [];
  return [...pathOfPlace(above), typeof key === 'number' ? key : shown(key)];
}

/** The same with `*` for row numbers. */
export function patternOf(place: Place, key: string): string {
  const path = pathOfPlace(place).map((part) => (typeof part === 'number' ? '*' : part));
  return [...(place.row === undefined ? [] : [place.row, '*']), ...path, shown(key) || '""'].join('.');
}

const LONGEST = 100;

/** A key that is safe to show and store: shortened, without NUL and broken characters. */
function shown(key: string): string {
  const text = key.length > LONGEST ? `${key.slice(0, LONGEST)}…` : key;
  return /[\0\ud800-\udfff]/.test(text) ? Buffer.from(text).toString().replaceAll('\0', '\ufffd') : text;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
