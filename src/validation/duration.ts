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
export const duration = (min: string, max: string) => {
  const problem = `must be an ISO 8601 duration between ${min} and ${max}, such as PT4H.`;
  return z
    .string({ error: otherwise(problem) })
    .meta({ pattern: ISO_8601.source })
    .refine((value) => {
      const seconds = readDuration(value);
      return seconds !== undefined && seconds >= readDuration(min)! && seconds <= readDuration(max)!;
    }, problem);
};

/** The seconds of a duration that may be negative, such as -604,800 for -P7D; undefined for anything else. */
export function readOffset(value: string): number | undefined {
  const seconds = readDuration(value.replace(/^-/, ''));
  return seconds && value.startsWith('-') ? -seconds : seconds;
}

/** A time before (negative) or after a moment: an ISO 8601 duration of at most `max`. It is stored as written. */
export const offset = (max: string) => {
  const problem = `must be an ISO 8601 duration between -${max} and ${max}, such as -P7D.`;
  return z
    .string({ error: otherwise(problem) })
    .meta({ pattern: ISO_8601.source.replace('^', '^-?') })
    .refine((value) => {
      const seconds = readOffset(value);
      return seconds !== undefined && Math.abs(seconds) <= readDuration(max)!;
    }, problem);
};
