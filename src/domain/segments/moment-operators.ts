import { empty, type Sql, sql } from '../../database/connect.ts';
import type { Loose } from './conditions.ts';
import { type Edge, endOf, isInOrder, moment, startOf } from './moment.ts';
import { days } from './numbers.ts';
import { type Operators, operator } from './operator.ts';
import { nowOf, type SegmentContext } from './segment-context.ts';
import { orFalse, type Settled } from './text-operators.ts';
import { range, scalar } from './value.ts';

/** A moment to compare, or null. Predicates compare it in its stored form. */
export interface MomentSubject {
  /** The time zone of days. */
  zone: string;
  isBefore(edge: Edge): Sql;
  isFrom(edge: Edge): Sql;
  /** Later than the evaluation time, shifted by days of 24 hours. */
  isAfterNow(days: number): Sql;
  /** Not later than that. */
  isUntilNow(days: number): Sql;
  /** A further condition, as in "and …". */
  valid?: Sql;
  settled?: Settled;
}

/** A timestamp. Its bounds are constants, so that an index can be used and the planner knows how many rows match. */
export function timestamp(moment: Sql, context: SegmentContext): MomentSubject {
  const bound = ({ at }: Edge) => sql`${at.toISOString()}::timestamptz`;
  const now = (days: number) => sql`(${nowOf(context)} + ${days}::int * interval '24 hours')`;
  return {
    zone: context.zone,
    isBefore: (edge) => sql`${moment} < ${bound(edge)}`,
    isFrom: (edge) => sql`${moment} >= ${bound(edge)}`,
    isAfterNow: (days) => sql`${moment} > ${now(days)}`,
    isUntilNow: (days) => sql`${moment} <= ${now(days)}`,
  };
}

const one = scalar('DateOrDateTime', moment(), "A day counts as a whole, in the team's time zone.");
const two = range('DateRange', one, isInOrder);
const number = days();

const holds = ({ settled = orFalse, valid = empty }: MomentSubject, predicate: Sql) =>
  settled(sql`(${predicate} ${valid})`);

/** Comparisons of a moment; null matches none. */
export const MOMENT: Operators<MomentSubject> = {
  before: operator(one, (value, subject) => holds(subject, subject.isBefore(startOf(value, subject.zone)))),
  after: operator(one, (value, subject) => holds(subject, subject.isFrom(endOf(value, subject.zone)))),
  between: operator(two, ([from, to], subject) => {
    const [start, end] = [startOf(from!, subject.zone), endOf(to!, subject.zone)];
    return holds(subject, sql`${subject.isFrom(start)} and ${subject.isBefore(end)}`);
  }),
  within_last_days: operator(number, (value, subject) =>
    holds(subject, sql`${subject.isAfterNow(-value)} and ${subject.isUntilNow(0)}`),
  ),
  older_than_days: operator(number, (value, subject) => holds(subject, subject.isUntilNow(-value))),
};

const WITH_MOMENTS: ReadonlySet<unknown> = new Set(['before', 'after', 'between']);

/** Whether a comparison, valid or not, names a day or a date-time: the beginning of a day depends on the zone. */
export const namesDay = ({ operator, value }: Loose): boolean =>
  WITH_MOMENTS.has(operator) && [value].flat().some((one) => typeof one === 'string');
