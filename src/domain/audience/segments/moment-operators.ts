import { empty, type Sql, sql } from '../../../database/connect.ts';
import { extentOf, moment } from './moment.ts';
import { days, pair } from './numbers.ts';
import { type Operators, operator } from './operator.ts';

/** How moments are written where the subject is kept. */
export interface Calendar {
  at(rfc3339: string): Sql;
  /** What the database's clock says, moved by days of 24 hours. */
  now(days: number): Sql;
}

export const TIMESTAMPS: Calendar = {
  at: (rfc3339) => sql`${rfc3339}::timestamptz`,
  now: (days) => sql`(now() + ${days}::int * interval '24 hours')`,
};

/**
 * Comparisons of a moment, or of null when there is none. Each asks for a moment: without one none holds. `valid`: what
 * else must hold, as in "and …".
 */
export function momentOperators(subject: Sql, { at, now }: Calendar, valid: Sql = empty): Operators {
  const holds = (predicate: Sql) => sql`coalesce(${predicate} ${valid}, false)`;
  return {
    before: operator(moment(), (value) => holds(sql`${subject} < ${at(extentOf(value).start)}`)),
    after: operator(moment(), (value) => holds(sql`${subject} >= ${at(extentOf(value).end)}`)),
    between: operator(
      pair(moment(), (from, to) => extentOf(from).start < extentOf(to).end),
      ([from, to]) => holds(sql`${subject} >= ${at(extentOf(from!).start)} and ${subject} < ${at(extentOf(to!).end)}`),
    ),
    within_last_days: operator(days(), (value) => holds(sql`${subject} > ${now(-value)} and ${subject} <= ${now(0)}`)),
    older_than_days: operator(days(), (value) => holds(sql`${subject} <= ${now(-value)}`)),
  };
}
