import { join, run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import { readDuration } from '../../../validation/duration.ts';
import { propertySql } from '../../segments/property-condition.ts';
import type { Trigger } from '../definition/definition.ts';
import type { TriggerEvent } from '../steps/step-kind.ts';
import type { Signal } from './process-signals.ts';
import type { Listening } from './read-listening.ts';
import type { Candidate } from './start-runs.ts';
import { starts } from './starts.ts';

/** The signals that start an automation by its trigger. Anything from before its activation starts nothing. */
export async function candidatesOf(
  scope: Scope,
  automation: Listening,
  signals: readonly Signal[],
): Promise<Candidate[]> {
  const { trigger, activatedAt } = automation;
  const own = signals.filter(({ kind, at }) => kind === trigger.type && (activatedAt === null || at >= activatedAt));
  if (own.length === 0) return [];
  if (trigger.type === 'event') return byEvent(scope, trigger, own);
  return own
    .filter((signal) => starts(automation, signal))
    .map(({ person, at }) => ({ person, event: null, eventId: null, at }));
}

type ByEvent = Extract<Trigger, { type: 'event' }>;

/** An event that happened long before it was recorded starts nothing. */
async function byEvent(
  { db, team }: Scope,
  { name, where = [], max_age }: ByEvent,
  signals: readonly Signal[],
): Promise<Candidate[]> {
  const named = signals.filter(({ ref, eventId }) => ref === name && eventId !== null);
  if (named.length === 0) return [];
  const conditions = [
    sql`e.team_id = ${team.id}::int and e.id = any(${named.map(({ eventId }) => eventId)}::uuid[])`,
    sql`e.occurred_at >= e.created_at - make_interval(secs => ${readDuration(max_age)!})`,
    ...where.map((condition) => propertySql(condition)),
  ];
  const found = await run<{ id: string; event: TriggerEvent }>(
    db,
    sql`select e.id::text, jsonb_build_object('name', e.name, 'properties', coalesce(e.properties, '{}'), 'value', e.value,
               'currency', e.currency, 'occurred_at', to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as event
        from events e where ${join(conditions, ' and ')}`,
  );
  const events = new Map(found.map(({ id, event }) => [id, event]));
  return named.flatMap(({ person, eventId, at }): Candidate[] => {
    const event = events.get(eventId as string);
    return event ? [{ person, event, eventId, at }] : [];
  });
}
