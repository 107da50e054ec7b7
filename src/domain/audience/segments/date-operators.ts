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

const written = (time: Sql) => sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Comparisons of a date in a JSON value. A date without a time is its midnight in UTC. */
export function dateOperators(json: Sql): Operators {
  const text = sql`(${json} #>> '{}')`;
  const date = sql`((case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\d$' then ${text} || 'T00:00:00.000Z'
    when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' then ${text} end) collate "C")`;
  const today = written(sql`date_trunc('day', now(), 'UTC')`);
  return {
    ...momentOperators(date, WRITTEN),
    within_next_days: operator(
      days(),
      (value) => sql`(${date} is not null and ${date} >= ${today} and ${date} <= ${WRITTEN.now(value)})`,
    ),
    anniversary_within_days: operator(
      days(366),
      (value) => sql`(${date} is not null and substr(${date}, 6, 5) = any(${anniversaries(value)}))`,
    ),
    ...presence(json),
  };
}

/** Month and day of today (UTC) and the days that follow; who was born on 29 February celebrates on the 28th in other years. */
const anniversaries = (days: number) => sql`array(
  select unnest(case when to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'
    then array['02-28', '02-29'] else array[to_char(day, 'MM-DD')] end)
  from (select (now() at time zone 'UTC')::date + n as day from generate_series(0, ${days}::int) n) calendar)`;
