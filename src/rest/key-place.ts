import type { Issue } from '../errors.ts';

/** Where keys are looked at: in a request or in a row of its batch, or in an object or a list of one of these. */
export interface Place {
  /** The key of the rows, where it is in one of them. */
  row?: string;
  above?: Place;
  key?: string | number;
  /** The issues of the request or of the row, and how many there may be. */
  issues: Issue[];
  most: number;
}

/** The path of a key, in a row from the row on. */
export const pathOf = (place: Place, key: string): (string | number)[] => [...pathOfPlace(place), shown(key)];

function pathOfPlace({ above, key }: Place): (string | number)[] {
  if (!above || key === undefined) return [];
  return [...pathOfPlace(above), typeof key === 'number' ? key : shown(key)];
}

/** The same with `*` for the numbers of rows. */
export function patternOf(place: Place, key: string): string {
  const path = pathOfPlace(place).map((part) => (typeof part === 'number' ? '*' : part));
  return [...(place.row === undefined ? [] : [place.row, '*']), ...path, shown(key) || '""'].join('.');
}

const LONGEST = 100;

/** A key as it may be shown and stored: not endless, without NUL and halves of characters. */
function shown(key: string): string {
  const text = key.length > LONGEST ? `${key.slice(0, LONGEST)}…` : key;
  return /[\0\ud800-\udfff]/.test(text) ? Buffer.from(text).toString().replaceAll('\0', '\ufffd') : text;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
