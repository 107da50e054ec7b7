import type { Issue } from '../errors.ts';

/** The position of a key: a request or a row of its batch, or an object or list inside of these. */
export interface KeyPosition {
  /** The key of the rows, if the position is in one. */
  row?: string;
  above?: KeyPosition;
  key?: string | number;
  /** The issues of the request or the row, and their maximum number. */
  issues: Issue[];
  most: number;
}

/** The path of a key; in a row, from the row on. */
export const pathOf = (position: KeyPosition, key: string): (string | number)[] => [
  ...pathOfPosition(position),
  shown(key),
];

function pathOfPosition({ above, key }: KeyPosition): (string | number)[] {
  if (!above || key === undefined) return [];
  return [...pathOfPosition(above), typeof key === 'number' ? key : shown(key)];
}

/** Like `pathOf`, as text with dots, and with `*` for row numbers. */
export function patternOf(position: KeyPosition, key: string): string {
  const path = pathOfPosition(position).map((part) => (typeof part === 'number' ? '*' : part));
  return [...(position.row === undefined ? [] : [position.row, '*']), ...path, shown(key) || '""'].join('.');
}

const LONGEST = 100;

/** A key that is safe to show and store: shortened, without NUL and broken characters. */
function shown(key: string): string {
  const text = key.length > LONGEST ? `${key.slice(0, LONGEST)}…` : key;
  return /[\0\ud800-\udfff]/.test(text) ? Buffer.from(text).toString().replaceAll('\0', '\ufffd') : text;
}

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
