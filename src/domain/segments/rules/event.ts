import type { z } from 'zod';
import { join, type Sql, sql } from '../../../database/connect.ts';
import type { Issue } from '../../../errors.ts';
import { eventName } from '../../insight/event-input.ts';
import { isObject, type Loose } from '../conditions.ts';
import { days, whole } from '../numbers.ts';
import { operator } from '../operator.ts';
import { misspelt, PROPERTY, propertyCondition, propertySql, readCondition } from '../property-condition.ts';
import { type RuleType, ruleType } from '../rule-type.ts';
import { nowOf, type SegmentContext } from '../segment-context.ts';
import { isTriggerProperty, NO_RUN } from '../trigger-property.ts';
import { byDefault, described, listed, optional, record, scalar } from '../value.ts';

const MOST_CONDITIONS = 10;

const value = record('PerformedEvent', {
  name: scalar('String', eventName, 'The name of the event.'),
  at_least: byDefault(1, optional(whole(1, 1_000))),
  within_days: optional(days()),
  where: byDefault(
    [],
    optional(described('Conditions on its properties. All must match.', listed(propertyCondition, 1, MOST_CONDITIONS))),
  ),
});

type Performance = z.output<typeof value.schema>;

/** The person performed the event at least this often. Uses the roll-up if possible, else the events. */
function performed(context: SegmentContext, { name, at_least = 1, within_days, where = [] }: Performance): Sql {
  const { teamId } = context;
  const since = within_days && sql`${nowOf(context)} - ${within_days}::int * interval '24 hours'`;
  const rolledUp = sql`from person_events r where r.team_id = ${teamId} and r.person_key = s.person_key
    and r.name = ${name}::text and r.count >= ${at_least}::int ${since ? sql`and r.last_at >= ${since}` : sql``}`;
  if (where.length === 0 && (!since || at_least === 1)) return sql`exists (select ${rolledUp})`;
  if (context.triggerProperty && where.some(({ value }) => isTriggerProperty(value))) {
    // The planner overestimates the cost of comparing pairs and would read all events of the name. This makes it find the
    // person's events first.
    const theirs = sql`(select * from events e where e.team_id = ${teamId} and e.person_key = s.person_key
      and e.name = ${name}::text ${since ? sql`and e.occurred_at >= ${since}` : sql``} offset 0)`;
    const fits = where.map((condition) => propertySql(condition, true));
    return sql`((select count(*) from ${theirs} e where ${join(fits, ' and ')}) >= ${at_least}::int)`;
  }
  const conditions = [
    sql`e.name = ${name}::text`,
    ...(since ? [sql`e.occurred_at >= ${since}`] : []),
    ...where.map((condition) => propertySql(condition)),
  ];
  const done = sql`from events e where e.team_id = ${teamId} and ${join(conditions, ' and ')}`;
  if (at_least === 1) return sql`exists (select ${done} and e.person_key = s.person_key)`;
  return sql`exists (
    select from (select e.person_key ${done} group by e.person_key having count(*) >= ${at_least}::int) often
    where often.person_key = s.person_key)`;
}

/** A segment has no run whose event it could compare with. */
function comparedInVain(sent: unknown, { triggerProperty }: SegmentContext): Issue[] {
  if (triggerProperty || !isObject(sent) || !Array.isArray(sent.where)) return [];
  return sent.where.slice(0, MOST_CONDITIONS).flatMap((condition, index) => {
    const isCompared = isObject(condition) && isTriggerProperty(condition.value);
    return isCompared ? [{ path: ['where', index, 'value'], problem: NO_RUN }] : [];
  });
}

/** The names of properties in a new rule. */
function misspeltWhere({ value }: Loose): Issue[] {
  if (!isObject(value) || !Array.isArray(value.where)) return [];
  return value.where
    .slice(0, MOST_CONDITIONS)
    .flatMap((sent, index) =>
      misspelt(sent).map((issue) => ({ ...issue, path: ['value', 'where', index, ...issue.path] })),
    );
}

export const event = ruleType(
  { name: 'Event', description: 'The recorded events of the person.', misspelt: misspeltWhere },
  {
    performed: operator(value, (value, context) => performed(context, value), comparedInVain),
    not_performed: operator(value, (value, context) => sql`(not ${performed(context, value)})`, comparedInVain),
  },
);

/**
 * A property of the event that started a run, or its own value or currency: `e`, whose columns are null without an event.
 */
export const triggerEvent: RuleType = {
  name: 'TriggerEvent',
  description: 'A property of the event that started the run, or its value or currency. For automations only.',
  condition: PROPERTY,
  misspelt,
  read: (rule) => {
    const read = readCondition(rule);
    if ('issues' in read) return read;
    const { operator, value } = read.condition;
    return { operator, value, sql: read.sql };
  },
};
