import { empty, type Sql, sql } from '../../database/connect.ts';
import { extentOf, moment } from './moment.ts';
import { days, pair } from './numbers.ts';
import { type Operators, operator } from './operator.ts';
import { orFalse, type Settled } from './text-operators.ts';

/** How moments are written where the subject is kept. */
export interface Calendar {
  /** For what is asked to be before it, or not before it. */
  at(rfc3339: string): Sql;
  /** What the database's clock says, moved by days of 24 hours. For what is asked to be after it, or not after it. */
  now(days: number): Sql;
}

export const TIMESTAMPS: Calendar = {
  at: (rfc3339) => sql`${rfc3339}::timestamptz`,
  now: (days) => sql`(now() + ${days}::int * interval '24 hours')`,
};

const one = moment();
const range = pair(one, (from, to) => extentOf(from).start < extentOf(to).end);
const number = days();

/**
 * Comparisons of a moment, or of null when there is none. Each asks for a moment: without one none holds. `valid`: what
 * else must hold, as in "and …". `settled`: makes false of null.
 */
export function momentOperators(
  subject: Sql,
  { at, now }: Calendar,
  valid: Sql = empty,
  settled: Settled = orFalse,
): Operators {
  const holds = (predicate: Sql) => settled(sql`(${predicate} ${valid})`);
  return {
    before: operator(one, (value) => holds(sql`${subject} < ${at(extentOf(value).start)}`)),
    after: operator(one, (value) => holds(sql`${subject} >= ${at(extentOf(value).end)}`)),
    between: operator(range, ([from, to]) =>
      holds(sql`${subject} >= ${at(extentOf(from!).start)} and ${subject} < ${at(extentOf(to!).end)}`),
    ),
    within_last_days: operator(number, (value) => holds(sql`${subject} > ${now(-value)} and ${subject} <= ${now(0)}`)),
    older_than_days: operator(number, (value) => holds(sql`${subject} <= ${now(-value)}`)),
  };
}
