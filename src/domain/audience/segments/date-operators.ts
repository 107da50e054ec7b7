import { type Sql, sql } from '../../../database/connect.ts';
import { presence } from './json-operators.ts';
import { type Calendar, momentOperators } from './moment-operators.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';

/** As date attributes are kept: text, whose order is the order of time. Never cast, since a cast fails on what is no date. */
const WRITTEN: Calendar = {
  at: (rfc3339) => sql`${rfc3339}::text`,
  now: (days) => written(sql`now() + ${days}::int * interval '24 hours'`),
};

/** As a query of its own, so that it is written once and not for each row. */
const written = (time: Sql) => sql`(select to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * Comparisons of a date in a JSON value. A date without a time is its midnight in UTC. Whether the text is a date at all
 * is asked last: that costs more than comparing.
 */
export function dateOperators(json: Sql): Operators {
  const text = sql`(${json} #>> '{}')`;
  const date = sql`(left(${text} || 'T00:00:00.000Z', 24) collate "C")`;
  const valid = sql`and ${text} ~ '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)?$'`;
  const today = written(sql`date_trunc('day', now(), 'UTC')`);
  return {
    ...momentOperators(date, WRITTEN, valid),
    within_next_days: operator(
      days(),
      (value) => sql`coalesce(${date} >= ${today} and ${date} <= ${WRITTEN.now(value)} ${valid}, false)`,
    ),
    anniversary_within_days: operator(
      days(366),
      (value) => sql`coalesce(substr(${text}, 6, 5) = any(${anniversaries(value)}) ${valid}, false)`,
    ),
    ...presence(json),
  };
}

/** Month and day of today (UTC) and the days that follow; who was born on 29 February celebrates on the 28th in other years. */
const anniversaries = (days: number) => sql`array(
  select unnest(case when to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'
    then array['02-28', '02-29'] else array[to_char(day, 'MM-DD')] end)
  from (select (now() at time zone 'UTC')::date + n as day from generate_series(0, ${days}::int) n) calendar)`;
