import { z } from 'zod';
import { otherwise } from '../../../validation/text.ts';

const DURATION =
  /^(-?)P(?:(\d{1,9})W|(?=\d|T\d)(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;
const PROBLEM = 'must be a duration of weeks, days, hours, minutes and seconds, such as PT30M, P3D or P1DT12H.';

const MINUTE = 60;
const DAY = 86_400;
/** The longest time that anything waits, in seconds. */
export const LONGEST = 365 * DAY;

/**
 * The seconds of an ISO 8601 duration, whose days have 24 hours. Undefined for anything else. Years and months, which have no fixed
 * length, and fractions are none of ours.
 */
export function secondsOf(duration: string): number | undefined {
  const [matched, sign, weeks, days, hours, minutes, seconds] = DURATION.exec(duration) ?? [];
  if (matched === undefined) return undefined;
  const of = (written: string | undefined, length: number) => Number(written ?? 0) * length;
  const sum = of(weeks, 7 * DAY) + of(days, DAY) + of(hours, 3_600) + of(minutes, MINUTE) + of(seconds, 1);
  return sign === '-' && sum > 0 ? -sum : sum;
}

/** A time that passes: from 1 minute to 365 days. */
export const duration = () => within(MINUTE, LONGEST, 'must be between PT1M and P365D.');

/** A time before (negative) or after a moment: 365 days at most. */
export const offset = () => within(-LONGEST, LONGEST, 'must be between -P365D and P365D.');

const within = (min: number, max: number, problem: string) =>
  z
    .string({ error: otherwise(PROBLEM) })
    .refine((value) => secondsOf(value) !== undefined, { error: PROBLEM, abort: true })
    .refine((value) => {
      const seconds = secondsOf(value) ?? 0;
      return seconds >= min && seconds <= max;
    }, problem);
