import type { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { oneOf, record } from '../../validation/text.ts';
import { day, writtenDay } from '../../validation/time.ts';
import { parse } from '../../validation/validate.ts';

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

const filters = record({
  from: day(FIRST_YEAR).nullish(),
  to: day(FIRST_YEAR).nullish(),
  interval: oneOf(GROWTH_INTERVALS).nullish(),
});

/**
 * The growth of each list from one day to another, both included; the last 30 days by default. Days are those of the
 * team's time zone, and weeks begin on Monday. Counts the subscribers that the list has now. Two statements for any number
 * of lists. Throws ValidationError.
 */
export async function readGrowth(scope: Scope, listIds: readonly string[], request: object): Promise<Growth[][]> {
  const { timezone } = await scope.db.team.findUniqueOrThrow({
    where: { id: scope.team.id },
    select: { timezone: true },
  });
  const { from, to, interval } = period(parse(filters, request), today(scope.now(), timezone));
  const [first, last] = [from, to].map((time) => writtenDay(new Date(time)));
  const rows = await run<Growth & { index: number }>(
    scope.db,
    sql`with part as materialized (
          select at, greatest(at, ${first}::date) at time zone ${timezone}::text as begin,
                 least(at + length, ${last}::date + 1) at time zone ${timezone}::text as until
          from (select ('1 ' || ${interval}::text)::interval) as every(length),
               generate_series(date_trunc(${interval}::text, ${first}::date::timestamp), ${last}::date, length) as at
        )
        select owner.index::int - 1 as index, to_char(at, 'YYYY-MM-DD') as date,
               (select count(*)::int from subscribers where team_id = ${scope.team.id} and list_id = owner.id
                and subscribed_at >= part.begin and subscribed_at < part.until) as subscribed,
               (select count(*)::int from subscribers where team_id = ${scope.team.id} and list_id = owner.id
                and unsubscribed_at >= part.begin and unsubscribed_at < part.until) as unsubscribed
        from unnest(${[...listIds]}::uuid[]) with ordinality as owner(id, index), part
        order by owner.index, part.at`,
  );
  const growth = listIds.map((): Growth[] => []);
  for (const { index, ...row } of rows) growth[index]?.push(row);
  return growth;
}

type Asked = z.output<typeof filters>;

function period({ from: first, to: last, interval: asked }: Asked, today: number) {
  const interval = asked ?? 'day';
  const to = last?.getTime() ?? today;
  const from = first?.getTime() ?? to - (USUAL_DAYS - 1) * DAY_MS;
  if (from > to) throw new ValidationError([{ path: ['to'], problem: 'must not be before from.' }]);
  if (intervals(from, to, interval) > MAX_INTERVALS) {
    throw new ValidationError([
      { path: ['from'], problem: `must be at most ${MAX_INTERVALS} ${interval}s before to.` },
    ]);
  }
  return { from, to, interval };
}

function intervals(from: number, to: number, interval: Interval): number {
  const [first, last] = [new Date(from), new Date(to)];
  const months = (last.getUTCFullYear() - first.getUTCFullYear()) * 12 + last.getUTCMonth() - first.getUTCMonth();
  return interval === 'month' ? months + 1 : (to - from) / DAY_MS / (interval === 'week' ? 7 : 1) + 1;
}

/** The current day in a time zone. */
const today = (now: Date, timezone: string): number =>
  Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(now));
