import { empty, type Sql, sql } from '../../../../database/connect.ts';
import { days } from '../numbers.ts';
import { bare, operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';

/** The one place that says what engagement is: a recorded event, a human open or click; in the last days, or ever. */
const engaged = (days?: number): Sql => {
  const since = (at: Sql) =>
    days === undefined ? empty : sql`and ${at} >= now() - ${days}::int * interval '24 hours'`;
  return sql`(
    exists (select from events e where e.team_id = s.team_id and e.person_key = s.person_key ${since(sql`e.occurred_at`)})
    or exists (select from touches t where t.team_id = s.team_id and t.person_key = s.person_key ${since(sql`t.at`)}))`;
};

export const engagement = ruleType({
  active_within_days: operator(days(), engaged),
  inactive_for_days: operator(days(), (days) => sql`(not ${engaged(days)})`),
  never_active: bare(() => sql`(not ${engaged()})`),
});
