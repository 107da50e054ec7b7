import { z } from 'zod';
import { otherwise } from './text.ts';

/** Weeks only, or days, hours, minutes and seconds. Months and years have no fixed length. */
const ISO_8601 = /^P(?=\d|T\d)(?:(\d{1,6})W|(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9})S)?)?)$/;
const SECONDS = [604_800, 86_400, 3_600, 60, 1];

/** The seconds of an ISO 8601 duration, such as 14,400 for PT4H; undefined for anything else. */
export function readDuration(value: string): number | undefined {
  const [, ...parts] = ISO_8601.exec(value) ?? [];
  if (parts.length === 0) return undefined;
  return SECONDS.reduce((sum, seconds, index) => sum + seconds * Number(parts[index] ?? 0), 0);
}

/** An ISO 8601 duration from `min` to `max`, inclusive. It is stored as written. */
export const duration = (min: string, max: string) =>
  bounded(readDuration, { min, max, example: 'PT4H', pattern: ISO_8601.source });

/** The seconds of a duration that may be negative, such as -604,800 for -P7D; undefined for anything else. */
export function readOffset(value: string): number | undefined {
  const seconds = readDuration(value.replace(/^-/, ''));
  return seconds && value.startsWith('-') ? -seconds : seconds;
}

/** A time before (negative) or after a moment: an ISO 8601 duration of at most `max`. It is stored as written. */
export const offset = (max: string) =>
  bounded(readOffset, { min: `-${max}`, max, example: '-P7D', pattern: ISO_8601.source.replace('^', '^-?') });

interface Bounds {
  min: string;
  max: string;
  example: string;
  pattern: string;
}

/** Another text has the wrong form, and a duration outside the bounds the wrong size. */
function bounded(read: (value: string) => number | undefined, { min, max, example, pattern }: Bounds) {
  const form = `must be an ISO 8601 duration from ${min} to ${max}, such as ${example}.`;
  const [least, most] = [read(min)!, read(max)!];
  return z
    .string({ error: otherwise(form) })
    .meta({ pattern })
    .refine((value) => read(value) !== undefined, { error: form, abort: true })
    .refine((value) => read(value)! >= least && read(value)! <= most, `must be between ${min} and ${max}.`);
}
