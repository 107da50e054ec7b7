import { type Sql, sql } from '../../../database/connect.ts';
import { days } from '../numbers.ts';
import { bare, operator } from '../operator.ts';
import { ruleType } from '../rule-type.ts';
import { nowOf, type SegmentContext } from '../segment-context.ts';

/**
 * The definition of engagement: a recorded event, a human open or a human click, in the last days or ever. `engaged_at` is
 * at most a day behind, so it decides for nearly everybody. Only people whose `engaged_at` is in the day before the limit,
 * or is unknown (the year 9999), are looked up; see docs/adr/0017. "limit 1" makes the planner use the index for each
 * person; without it the planner may read everybody's events.
 */
const engaged = (context: SegmentContext, days: number): Sql => {
  const { teamId } = context;
  const since = sql`${nowOf(context)} - ${days}::int * interval '24 hours'`;
  return sql`(s.engaged_at >= ${since} - interval '24 hours' and (
    (s.engaged_at >= ${since} and s.engaged_at < ${UNKNOWN}) or ${touched(teamId, sql`>= ${since}`)}))`;
};

const UNKNOWN = sql`timestamptz '9999-12-31Z'`;

const touched = (teamId: number, when: Sql): Sql => sql`(
  coalesce((select true from person_events r where r.team_id = ${teamId} and r.person_key = s.person_key
            and r.last_at ${when} limit 1), false)
  or coalesce((select true from touches t where t.team_id = ${teamId} and t.person_key = s.person_key
               and t.at ${when} limit 1), false))`;

const never = (teamId: number): Sql =>
  sql`(s.engaged_at is null or (s.engaged_at >= ${UNKNOWN} and not ${touched(teamId, sql`is not null`)}))`;

export const engagement = ruleType(
  {
    name: 'Engagement',
    description: 'When the person was last active. Counts events, and opens and clicks by people.',
  },
  {
    active_within_days: operator(
      days(),
      (days, context) => sql`(s.engaged_at is not null and ${engaged(context, days)})`,
    ),
    inactive_for_days: operator(
      days(),
      (days, context) => sql`(s.engaged_at is null or not ${engaged(context, days)})`,
    ),
    never_active: bare(({ teamId }) => never(teamId)),
  },
);
