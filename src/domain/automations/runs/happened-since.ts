import { join, run, type Sql, sql } from '../../../database/connect.ts';
import { recordset } from '../../../database/recordset.ts';
import { propertySql } from '../../segments/property-condition.ts';
import { isTriggerProperty } from '../../segments/trigger-property.ts';
import type { NamedEvent } from '../definition/definition.ts';
import type { RunAtStep, StepContext } from '../steps/step-kind.ts';

interface Asked extends RunAtStep {
  since: Date;
  /** Null: no limit. Clocks of event senders may be ahead. */
  until: Date | null;
}

/** How far clocks of event senders may differ from the database's, in seconds. */
const CLOCKS_DIFFER = 5;

const COLUMNS = { id: 'uuid', person: 'uuid', since: 'timestamptz', until: 'timestamptz', own: 'uuid' } as const;
/** Columns of the trigger event, where needed. */
const TRIGGER = { ...COLUMNS, properties: 'jsonb', value: 'bigint', currency: 'text' } as const;

/**
 * The ids of runs whose person did the event: recorded since one moment and done until another. The event that started the
 * run does not count. One statement.
 */
export async function happenedSince(
  { scope }: StepContext,
  { name, where = [] }: NamedEvent,
  asked: readonly Asked[],
): Promise<Set<string>> {
  const rows = asked.map(rowOf);
  const team = sql`${scope.team.id}::int`;
  const found = sql`e.team_id = ${team} and e.person_key = a.person and e.name = ${name}::text
    and e.created_at >= a.since and e.occurred_at >= a.since - make_interval(secs => ${CLOCKS_DIFFER})
    and e.occurred_at <= coalesce(a.until, 'infinity') and e.id is distinct from a.own`;
  const fits = where.map((condition) => propertySql(condition, true));
  const isCompared = where.some(({ value }) => isTriggerProperty(value));
  // The planner overestimates the cost of comparing pairs and would read all events of the name. This makes it find the
  // person's events first.
  const event = isCompared ? sql`(select * from events e where ${found} offset 0) e` : sql`events e`;
  const asksFor = join(isCompared ? fits : [found, ...fits], ' and ');
  const happened = await run<{ id: string }>(
    scope.db,
    sql`select a.id::text from ${isCompared ? withTrigger(asked) : recordset('a', rows, COLUMNS)}
        where exists (select from ${event} where ${asksFor})`,
  );
  return new Set(happened.map(({ id }) => id));
}

const rowOf = ({ id, person, since, until, eventId }: Asked) => ({ id, person, since, until, own: eventId });

function withTrigger(asked: readonly Asked[]): Sql {
  const rows = asked.map((one) => {
    const { properties = {}, value = null, currency = null } = one.event ?? {};
    return { ...rowOf(one), properties, value, currency };
  });
  return recordset('a', rows, TRIGGER);
}
