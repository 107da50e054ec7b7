import { z } from 'zod';
import { WorkerLost } from '../../../threads/worker-pool.ts';
import { timezone } from '../../../validation/locale.ts';
import { otherwise, record, text } from '../../../validation/text.ts';
import { inUtc, type LocalTime, localTimeAt, momentOf, readLocalTime } from '../../local-time.ts';
import { countOccurrences } from './counting.ts';
import { NEVER, readRule, TOO_OFTEN } from './rule-text.ts';

/** The recurrence of a campaign, as stored. */
export interface Recurrence {
  rule: string;
  start: LocalTime;
  /** IANA. */
  timezone: string;
}

const NO_START = 'must be a local date-time without an offset, such as 2026-12-01T09:00:00.';
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

const startRule = () =>
  z.string({ error: otherwise(NO_START) }).transform((value, context) => {
    const start = readLocalTime(value);
    const year = Number(value.slice(0, 4));
    if (start && year >= FIRST_YEAR && year < LAST_YEAR) return start;
    context.addIssue({ code: 'custom', message: start ? `must be between ${FIRST_YEAR} and ${LAST_YEAR}.` : NO_START });
    return z.NEVER;
  });

const ruleText = () =>
  text(1_000).transform((value, context) => {
    const read = readRule(value);
    if ('rule' in read) return read.rule;
    context.addIssue({ code: 'custom', message: read.problem });
    return z.NEVER;
  });

export const recurrenceInput = record({ rule: ruleText(), start: startRule(), timezone: timezone().nullish() });

const HOUR_MS = 3_600_000;
const LOOKED_AT = 40;

/** The problem with a readable rule: it never occurs after `now`, or too often. Undefined: none. */
export async function recurrenceProblem(recurrence: Recurrence, now: Date, owner: number): Promise<string | undefined> {
  const from = later(recurrence.start, localTimeAt(now, recurrence.timezone));
  const found = await countOccurrences({ ...counted(recurrence), from, most: LOOKED_AT }, owner).catch(nothingIfLost);
  if (found.length === 0) return NEVER;
  const times = found.map((local) => inUtc(local).getTime());
  return times.some((time, index) => index > 0 && time - times[index - 1]! < HOUR_MS) ? TOO_OFTEN : undefined;
}

/**
 * The first moment after `after` at which a campaign recurs, at its local time across clock changes; undefined if there is
 * none. Throws WorkerLost if the search failed this time.
 */
export async function nextMoment(recurrence: Recurrence, after: Date, owner: number): Promise<Date | undefined> {
  const [next] = await momentsAfter(recurrence, after, owner);
  return next;
}

/** At most `most` of the next moments, in order. None if the search failed this time. */
export const nextMoments = (recurrence: Recurrence, after: Date, owner: number, most: number): Promise<Date[]> =>
  momentsAfter(recurrence, after, owner).then((moments) => moments.slice(0, most), nothingIfLost);

async function momentsAfter(recurrence: Recurrence, after: Date, owner: number): Promise<Date[]> {
  const { start, timezone } = recurrence;
  // Clocks that go back repeat an hour whose occurrences are over: begin before it.
  const from = later(start, localTimeAt(new Date(after.getTime() - 2 * HOUR_MS), timezone));
  const found = await countOccurrences({ ...counted(recurrence), from, most: LOOKED_AT }, owner);
  return found.map((local) => momentOf(local, timezone)).filter((moment) => moment > after);
}

/** Converts an end given as a moment into local time, because rules are computed in local time. */
const counted = ({ rule, start, timezone }: Recurrence): Pick<Recurrence, 'rule' | 'start'> => ({
  start,
  rule: rule.replace(/(?<=UNTIL=)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, (_, year, month, day, ...time) => {
    const moment = new Date(`${year}-${month}-${day}T${time.slice(0, 3).join(':')}Z`);
    return `${localTimeAt(moment, timezone).replace(/[-:]/g, '')}Z`;
  }),
});

function nothingIfLost(error: unknown): never[] {
  if (error instanceof WorkerLost) return [];
  throw error;
}

export const later = <Moment extends Date | LocalTime>(a: Moment, b: Moment): Moment => (a > b ? a : b);
