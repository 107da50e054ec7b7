import { toValue } from 'liquidjs';
import { LiquidNumber } from './liquid-number.ts';

/** The text of a value, as a message shows it. */
export function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (value instanceof LiquidNumber) return value.toString();
  const plain = toValue(value) as unknown;
  if (Array.isArray(plain)) return plain.map(shownText).join('');
  if (typeof plain === 'object' && plain !== null) return Object.keys(plain).length === 0 ? '{}' : String(plain);
  return plain === null || plain === undefined ? '' : String(plain);
}

/** The problem with showing a value, in the words of a warning; undefined if it is readable. */
export function unreadable(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `shows ${value} instead of a number`;
  if (typeof value !== 'object' || value === null) return undefined;
  const plain = toValue(value) as unknown;
  if (Array.isArray(plain)) return plain.map(unreadable).find(Boolean);
  if (typeof plain === 'number') return unreadable(plain);
  if (typeof plain !== 'object' || plain === null) return undefined;
  return SHOWS_OBJECT;
}

const SHOWS_OBJECT = 'shows [object Object]: name one of its properties';

/** Like `unreadable`, for text made by filters. `hasOddNumber`: whether a calculation in the message had no numeric result. */
export function unreadableText(text: string, hasOddNumber: boolean): string | undefined {
  if (text.includes('[object Object]')) return SHOWS_OBJECT;
  const odd = hasOddNumber && /\b(?:Infinity|NaN)\b/.exec(text);
  return odd ? `shows ${odd[0]} instead of a number` : undefined;
}
