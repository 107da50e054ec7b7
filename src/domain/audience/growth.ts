import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';
import { beginningOf, type Day, dayAt, readZone } from '../team-days.ts';

export const GROWTH_INTERVALS = ['day', 'week', 'month'] as const;
type Interval = (typeof GROWTH_INTERVALS)[number];

/** How many people joined and left a list in one day, week or month. */
export interface Growth {
  /** The first day of the interval. */
  date: string;
  subscribed: number;
  unsubscribed: number;
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
const MAX_INTERVALS = 400;
const FIRST_YEAR = 1900;

export const growthFilters = record({
  since: day(FIRST_YEAR).nullish(),
  until: day(FIRST_YEAR).nullish(),
  interval: oneOf(GROWTH_INTERVALS).nullish(),
});

/**
 * The growth of each list between two days, inclusive; by default the last 30 days. Days are in the team's time zone, and
 * weeks begin on Monday. Counts the list's current subscribers. Two statements for any number of lists. Throws
 * ValidationError.
 */
export async function readGrowth(scope: Scope, listIds: readonly string[], request: object): Promise<Growth[][]> {
  const zone = await readZone(scope);
  const parts = partsOf(parse(growthFilters, request), dayAt(scope.now(), zone));
  const begins = parts.map(({ first }) => beginningOf(first, zone));
  const ends = parts.map(({ last }) => beginningOf(last, zone, 1));
  const rows = await run<Pick<Growth, 'subscribed' | 'unsubscribed'> & { index: number }>(
    scope.db,
    sql`with part as materialized (
          select * from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) with ordinality as part(begin, until, number)
        )
        select owner.index::int - 1 as index,
               (select count(*)::int from subscribers where team_id = ${scope.team.id} and list_id = owner.id
                and subscribed_at >= part.begin and subscribed_at < part.until) as subscribed,
               (select count(*)::int from subscribers where team_id = ${scope.team.id} and list_id = owner.id
                and unsubscribed_at >= part.begin and unsubscribed_at < part.until) as unsubscribed
        from unnest(${[...listIds]}::uuid[]) with ordinality as owner(id, index), part
        order by owner.index, part.number`,
  );
  const growth = listIds.map((): Growth[] => []);
  for (const { index, ...counts } of rows) {
    const known = growth[index]!;
    known.push({ date: parts[known.length]!.date, ...counts });
  }
  return growth;
}

/** An interval: the day that names it, and its first and last day within the period. */
interface Part {
  date: Day;
  first: Day;
  last: Day;
}

function partsOf({ since: asked, until: last, interval: chosen }: z.output<typeof growthFilters>, today: Day): Part[] {
  const interval = chosen ?? 'day';
  const to = last ?? new Date(today);
  const from = asked ?? new Date(to.getTime() - (USUAL_DAYS - 1) * DAY_MS);
  if (from > to) throw new ValidationError([{ path: ['until'], problem: 'must not be before since.' }]);
  if (intervals(from, to, interval) > MAX_INTERVALS) {
    throw new ValidationError([
      { path: ['since'], problem: `must be at most ${MAX_INTERVALS} ${interval}s before until.` },
    ]);
  }
  const parts: Part[] = [];
  for (let begin = beginOf(from, interval); begin <= to; ) {
    const next = afterwards(begin, interval);
    parts.push({
      date: writtenDay(begin),
      first: writtenDay(begin < from ? from : begin),
      last: writtenDay(next <= to ? new Date(next.getTime() - DAY_MS) : to),
    });
    begin = next;
  }
  return parts;
}

function intervals(from: Date, to: Date, interval: Interval): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  return interval === 'month' ? months + 1 : days / (interval === 'week' ? 7 : 1) + 1;
}

/** The first day of the interval that contains a day. Weeks begin on Monday. */
function beginOf(day: Date, interval: Interval): Date {
  if (interval === 'month') return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
  const back = interval === 'week' ? (day.getUTCDay() + 6) % 7 : 0;
  return new Date(day.getTime() - back * DAY_MS);
}

function afterwards(begin: Date, interval: Interval): Date {
  if (interval === 'month') return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1, 1));
  return new Date(begin.getTime() + (interval === 'week' ? 7 : 1) * DAY_MS);
}
