import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { eventName } from '../insight/event-input.ts';
import { type EventProperty, outlineOf, type Sampled } from './event-outline.ts';

export const eventPropertyFilters = record({ name: eventName });

/** The newest events to read, and the largest properties in bytes. */
const SAMPLED = 100;
const LARGEST = 16_384;

/**
 * The properties that conditions can use for events of a name: their own value and currency, and the properties of the
 * newest ones. Throws ValidationError.
 */
export async function listEventProperties({ db, team }: Scope, given: unknown): Promise<EventProperty[]> {
  const { name } = parse(eventPropertyFilters, given);
  const newest = await run<Sampled>(
    db,
    sql`select case when pg_column_size(e.properties) <= ${LARGEST}::int then e.properties end as properties, e.currency
        from events e where e.team_id = ${team.id}::int and e.name = ${name}::text
        order by e.occurred_at desc limit ${SAMPLED}::int`,
  );
  return outlineOf(newest);
}
