import { empty, type Sql, sql } from '../../database/connect.ts';
import { extentOf, moment } from './moment.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';
import { orFalse, type Settled } from './text-operators.ts';
import { range, scalar } from './value.ts';

/** How moments are written in the form in which the subject is stored. */
export interface Calendar {
  /** A bound for "before" and "not before". */
  at(rfc3339: string): Sql;
  /** The time of judging, moved by days of 24 hours. A bound for "after" and "not after". */
  now(days: number): Sql;
}

/** Timestamps, judged at this time. */
export const timestamps = (now: Sql): Calendar => ({
  at: (rfc3339) => sql`${rfc3339}::timestamptz`,
  now: (days) => sql`(${now} + ${days}::int * interval '24 hours')`,
});

/** A moment, or null when there is none. */
export interface MomentSubject {
  moment: Sql;
  calendar: Calendar;
  /** A further condition, as in "and …". */
  valid?: Sql;
  settled?: Settled;
}

const one = scalar(
  'String',
  moment(),
  'A date (2026-01-31), which means the whole day in UTC, or a date-time (RFC 3339).',
);
const two = range('DateRange', one, (from, to) => extentOf(from).start < extentOf(to).end);
const number = days();

const holds = ({ settled = orFalse, valid = empty }: MomentSubject, predicate: Sql) =>
  settled(sql`(${predicate} ${valid})`);
const startOf = ({ calendar }: MomentSubject, value: string) => calendar.at(extentOf(value).start);
const endOf = ({ calendar }: MomentSubject, value: string) => calendar.at(extentOf(value).end);

/** Comparisons of a moment; null matches none. */
export const MOMENT: Operators<MomentSubject> = {
  before: operator(one, (value, subject) => holds(subject, sql`${subject.moment} < ${startOf(subject, value)}`)),
  after: operator(one, (value, subject) => holds(subject, sql`${subject.moment} >= ${endOf(subject, value)}`)),
  between: operator(two, ([from, to], subject) =>
    holds(subject, sql`${subject.moment} >= ${startOf(subject, from!)} and ${subject.moment} < ${endOf(subject, to!)}`),
  ),
  within_last_days: operator(number, (value, subject) => {
    const { moment, calendar } = subject;
    return holds(subject, sql`${moment} > ${calendar.now(-value)} and ${moment} <= ${calendar.now(0)}`);
  }),
  older_than_days: operator(number, (value, subject) =>
    holds(subject, sql`${subject.moment} <= ${subject.calendar.now(-value)}`),
  ),
};
