import { createRequire } from 'node:module';
import { inUtc, type LocalTime, writtenAs } from '../../local-time.ts';

// Node cannot detect the named exports of its CommonJS build.
const { RRule } = createRequire(import.meta.url)('rrule') as typeof import('rrule');

export interface Asked {
  /** As returned by `readRule`. */
  rule: string;
  start: LocalTime;
  /** Only occurrences at or after this time. */
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
 * The next occurrences of a rule in local time, without zones or clock changes. The search may take very long if there are
 * none, and never ends if parts of the rule exclude each other. Run it in a thread that can be killed.
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
 * A later start with the same occurrences after it, by a whole number of intervals, so that old rules cost no more than new
 * ones.
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
