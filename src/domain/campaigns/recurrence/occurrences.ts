import { createRequire } from 'node:module';
import { inUtc, type LocalTime, writtenAs } from '../../local-time.ts';

// Its CommonJS is not of the kind whose exports Node finds by their names.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule');

export interface Asked {
  /** As `readRule` gives it. */
  rule: string;
  start: LocalTime;
  /** Occurrences after this, or at it, are asked for. */
  from: LocalTime;
  most: number;
}

const HOUR_MS = 3_600_000;
const STEPS: Partial<Record<number, number>> = {
  [RRule.HOURLY]: HOUR_MS,
  [RRule.DAILY]: 24 * HOUR_MS,
  [RRule.WEEKLY]: 7 * 24 * HOUR_MS,
};

/**
 * The next occurrences of a rule, in local time, which knows no zones: clocks that change are none of its business. May search
 * for a very long time where there are none, and for ever where the parts of the rule exclude each other: it runs in a
 * thread that is ended then.
 */
export function nextOccurrences({ rule, start, from, most }: Asked): LocalTime[] {
  const options = RRule.parseString(endAtItsDay(rule));
  const found: LocalTime[] = [];
  const dtstart = options.count ? inUtc(start) : advance(inUtc(start), inUtc(from), options);
  const first = inUtc(from).getTime();
  new RRule({ ...options, dtstart }).all((moment) => {
    if (moment.getTime() >= first) found.push(writtenAs(moment));
    return found.length < most;
  });
  return found;
}

/**
 * A later start with the same occurrences after it, by a whole number of intervals, so that old rules cost no more than new ones.
 */
function advance(
  start: Date,
  from: Date,
  { freq, interval }: { freq?: number | undefined; interval?: number | undefined },
): Date {
  const step = (STEPS[freq ?? -1] ?? 0) * (interval ?? 1);
  const steps = step > 0 ? Math.floor((from.getTime() - start.getTime()) / step) - 1 : 0;
  return steps > 0 ? new Date(start.getTime() + steps * step) : start;
}

/** A last day counts as a whole. */
const endAtItsDay = (rule: string): string => rule.replace(/UNTIL=(\d{8})(?=;|$)/, 'UNTIL=$1T235959Z');
