import { readAddress } from '../../validation/written-address.ts';
import { CallError } from './provider.ts';

/** An object in a provider's JSON, of unknown content. */
export type Loose = Record<string, unknown>;

/** Parses a body. Throws CallError when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(400, 'The body is not valid JSON.');
  }
}

/** The object at a key; an empty object when there is none. */
export const objectAt = (value: unknown, key: string): Loose => asObject(asObject(value)[key]);

export const asObject = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};

/** The objects of the array at a key. */
export const objectsAt = (value: unknown, key: string): Loose[] => {
  const list = asObject(value)[key];
  return Array.isArray(list) ? list.map(asObject) : [];
};

/** The text at a key, a number as text; empty for anything else. */
export function textAt(value: unknown, key: string): string {
  const found = asObject(value)[key];
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

/** The year 10000, from which on dates are nonsense. */
const LATEST_MS = 253_402_300_800_000;

/**
 * The time at a key: seconds since 1970, or an ISO 8601 date. Without a fraction of a second it is the end of that second.
 * Undefined when missing.
 */
export function timeAt(value: unknown, key: string): Date | undefined {
  const text = textAt(value, key);
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  const ms = isNumber ? Number(text) * 1_000 : Date.parse(text);
  const isWhole = isNumber ? !text.includes('.') : ms % 1_000 === 0;
  return ms >= 0 && ms < LATEST_MS ? new Date(ms + (isWhole ? 999 : 0)) : undefined;
}

/** Joins the non-empty words. */
export const sentence = (...words: readonly string[]): string => words.filter(Boolean).join(' ');

/** A list with the normalised address in a text; an empty list when there is none. */
export function named(address: string): string[] {
  const email = readAddress(/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address);
  return email === undefined ? [] : [email];
}
