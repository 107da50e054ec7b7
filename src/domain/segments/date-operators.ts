import { type Sql, sql } from '../../database/connect.ts';
import { type Day, dayAfter, dayAt } from '../team-days.ts';
import type { Loose } from './conditions.ts';
import type { JsonSubject } from './json-operators.ts';
import { startOf } from './moment.ts';
import { MOMENT, type MomentSubject, namesDay } from './moment-operators.ts';
import { days, whole } from './numbers.ts';
import { about, type Operators, operator } from './operator.ts';
import { nowOf, type SegmentContext } from './segment-context.ts';
import { orFalse } from './text-operators.ts';

/** A date in a JSON value, with the context that sets its time and zone. */
export interface DateSubject extends JsonSubject {
  context: SegmentContext;
}

const DAY_MS = 86_400_000;
const ahead = days();
const aYear = whole(1, 366, "Calendar days from today in the team's time zone, from 1 to 366.");

/** A subquery, so that it is evaluated once and not for each row. */
const written = (time: Sql) => sql`(select to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/** Today in the team's time zone, or a day that many periods of 24 hours away. */
const dayFromNow = ({ at, zone }: SegmentContext, days: number): Day =>
  dayAt(new Date(at.getTime() + days * DAY_MS), zone);

/**
 * Date attributes are stored as text, whose order is the order of time. They are never cast, because a cast fails on text
 * that is not a date. A date without a time is a day of the team and counts from its beginning; a date-time is in UTC. If
 * the team's days do not begin at midnight UTC, dates and date-times have separate bounds, preceded by a common one that an
 * index can use. In UTC a date sorts before every date-time of its day, so one bound is enough, written as a date at
 * midnight.
 */
function asMoment({ text, settled = orFalse, context }: DateSubject): MomentSubject {
  const { zone } = context;
  const moment = sql`(${text} collate "C")`;
  const now = (days: number) => written(sql`${nowOf(context)} + ${days}::int * interval '24 hours'`);
  const compare = (sign: Sql, wide: string, day: Day, time: Sql): Sql =>
    sql`${moment} ${sign} ${wide}::text
      and case when length(${text}) = 10 then ${moment} ${sign} ${day}::text else ${moment} ${sign} ${time} end`;
  const bySign = (
    sign: Sql,
    { at, firstDay }: ReturnType<typeof startOf>,
    isWider: (one: string, other: string) => boolean,
  ) => {
    const rfc3339 = at.toISOString();
    if (zone === 'UTC') return sql`${moment} ${sign} ${rfc3339.replace('T00:00:00.000Z', '')}::text`;
    return compare(sign, isWider(firstDay, rfc3339) ? firstDay : rfc3339, firstDay, sql`${rfc3339}::text`);
  };
  const byNow = (sign: Sql, days: number, reach: number) => {
    if (zone === 'UTC') return sql`${moment} ${sign} ${now(days)}`;
    const day = dayFromNow(context, days);
    return compare(sign, dayAfter(day, reach), day, now(days));
  };
  return {
    zone,
    isBefore: (edge) => bySign(sql`<`, edge, (one, other) => one > other),
    isFrom: (edge) => bySign(sql`>=`, edge, (one, other) => one < other),
    // Around midnight, a date-time and a date of the same moment may be written with different days.
    isAfterNow: (days) => byNow(sql`>`, days, -2),
    isUntilNow: (days) => byNow(sql`<=`, days, 2),
    // The check that the text is a date comes last: it costs more than comparing.
    valid: sql`and ${isDate(text)}`,
    settled,
  };
}

const isDate = (text: Sql) =>
  sql`translate(${text}, '123456789', '000000000') in ('0000-00-00', '0000-00-00T00:00:00.000Z')`;

/** A birthday of unknown year: it has anniversaries, but does not count as a date in other comparisons. */
const hasNoYear = (text: Sql) => sql`translate(${text}, '123456789', '000000000') = '--00-00'`;

/** Comparisons of a date in a JSON value. */
export const JSON_DATE: Operators<DateSubject> = {
  ...about(MOMENT, asMoment),
  within_next_days: operator(ahead, (value, subject: DateSubject) => {
    const { isFrom, isUntilNow, zone, settled = orFalse } = asMoment(subject);
    const today = startOf(dayFromNow(subject.context, 0), zone);
    return settled(sql`(${isFrom(today)} and ${isUntilNow(value)} and ${isDate(subject.text)})`);
  }),
  anniversary_within_days: operator(aYear, (value, { text, context }: DateSubject) => {
    const dates = anniversaries(dayFromNow(context, 0), value);
    return sql`coalesce(right(left(${text}, 10), 5) = any(${dates}::text[]) and (${isDate(text)} or ${hasNoYear(text)}), false)`;
  }),
};

/**
 * Month and day of today and the following days, to be compared with the day written in a date, regardless of its time: a
 * birthday is the same day everywhere. In other years, 29 February is celebrated on the 28th.
 */
function anniversaries(today: Day, days: number): string[] {
  const dates = Array.from({ length: days + 1 }, (_, ahead) => dayAfter(today, ahead));
  return dates.flatMap((day) => {
    const isLast = day.endsWith('-02-28') && dayAfter(day).endsWith('-03-01');
    return isLast ? ['02-28', '02-29'] : [day.slice(5)];
  });
}

/** Whether a rule on an attribute, valid or not, depends on the team's days. `between` may also compare numbers. */
export const isAboutDays = (rule: Loose): boolean =>
  rule.operator === 'between' ? namesDay(rule) : Object.hasOwn(JSON_DATE, String(rule.operator));
