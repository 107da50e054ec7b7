import { type Sql, sql } from '../../database/connect.ts';
import type { JsonSubject } from './json-operators.ts';
import { type Calendar, MOMENT, type MomentSubject } from './moment-operators.ts';
import { days } from './numbers.ts';
import { about, type Operators, operator } from './operator.ts';
import { nowOf } from './segment-context.ts';
import { orFalse } from './text-operators.ts';

/**
 * Date attributes are stored as text, whose order is the order of time. They are never cast, because a cast fails on
 * text that is not a date. A date without a time means midnight UTC, and sorts before every date-time of that day. So a
 * bound at midnight is written as the date alone: both forms then compare correctly.
 */
const calendarAt = (now: Sql): Calendar => ({
  at: (rfc3339) => sql`${rfc3339.replace('T00:00:00.000Z', '')}::text`,
  now: (days) => written(sql`${now} + ${days}::int * interval '24 hours'`, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
});

const ahead = days();
const aYear = days(366);

/** A sub-query, so that it is evaluated once and not for each row. */
const written = (time: Sql, form: string) => sql`(select to_char((${time}) at time zone 'UTC', ${form}::text))`;

/** Whether the text is a date is checked last: that costs more than comparing. */
const asMoment = ({ text, settled = orFalse, now = nowOf({}) }: JsonSubject) => ({
  moment: sql`(${text} collate "C")`,
  calendar: calendarAt(now),
  valid: sql`and translate(${text}, '123456789', '000000000') in ('0000-00-00', '0000-00-00T00:00:00.000Z')`,
  settled,
});

/** Comparisons of a date in a JSON value. */
export const JSON_DATE: Operators<JsonSubject> = {
  ...about(MOMENT, (subject: JsonSubject): MomentSubject => asMoment(subject)),
  within_next_days: operator(ahead, (value, subject) => {
    const { moment, valid, settled, calendar } = asMoment(subject);
    const today = written(subject.now ?? nowOf({}), 'YYYY-MM-DD');
    return settled(sql`(${moment} >= ${today} and ${moment} <= ${calendar.now(value)} ${valid})`);
  }),
  anniversary_within_days: operator(aYear, (value, subject) => {
    const { valid } = asMoment(subject);
    return sql`coalesce(substr(${subject.text}, 6, 5) = any(${anniversaries(subject.now ?? nowOf({}), value)}) ${valid}, false)`;
  }),
};

/** Month and day of today (UTC) and the following days. In other years 29 February is celebrated on the 28th. */
const anniversaries = (now: Sql, days: number) => sql`array(
  select unnest(case when to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'
    then array['02-28', '02-29'] else array[to_char(day, 'MM-DD')] end)
  from (select (${now} at time zone 'UTC')::date + n as day from generate_series(0, ${days}::int) n) calendar)`;
