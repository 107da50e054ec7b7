import { type Sql, sql } from '../../database/connect.ts';
import { presence } from './json-operators.ts';
import { type Calendar, momentOperators } from './moment-operators.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';
import { orFalse, type Settled } from './text-operators.ts';

/**
 * As date attributes are kept: text, whose order is the order of time. Never cast, since a cast fails on what is no date.
 * A date without a time is its midnight in UTC, and comes before every longer text that begins with it: so a bound at
 * midnight is written as the date alone, which puts both on the right side of it.
 */
const WRITTEN: Calendar = {
  at: (rfc3339) => sql`${rfc3339.replace('T00:00:00.000Z', '')}::text`,
  now: (days) => written(sql`now() + ${days}::int * interval '24 hours'`, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
};

const ahead = days();
const aYear = days(366);

/** As a query of its own, so that it is written once and not for each row. */
const written = (time: Sql, form: string) => sql`(select to_char((${time}) at time zone 'UTC', ${form}::text))`;

/** Comparisons of a date in a JSON value, given as text too. Whether that is a date is asked last: it costs more than comparing. */
export function dateOperators(json: Sql, text: Sql, settled: Settled = orFalse): Operators {
  const date = sql`(${text} collate "C")`;
  const valid = sql`and translate(${text}, '123456789', '000000000') in ('0000-00-00', '0000-00-00T00:00:00.000Z')`;
  const today = written(sql`now()`, 'YYYY-MM-DD');
  return {
    ...momentOperators(date, WRITTEN, valid, settled),
    within_next_days: operator(ahead, (value) =>
      settled(sql`(${date} >= ${today} and ${date} <= ${WRITTEN.now(value)} ${valid})`),
    ),
    anniversary_within_days: operator(
      aYear,
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
