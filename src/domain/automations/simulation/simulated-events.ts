import { run, sql } from '../../../database/connect.ts';
import { arraysOf } from '../../../database/recordset.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { COLUMNS } from '../../insight/event-row.ts';

/** An event to be recorded at the scope's time. */
export interface SimulatedEvent {
  name: string;
  properties?: object | null | undefined;
  value?: number | null | undefined;
  currency?: string | null | undefined;
  /** Default: the scope's time. */
  occurredAt?: Date | null | undefined;
}

/** Records a person's event at the simulated time, in the caller's transaction. Returns its id. */
export async function recordSimulated(scope: Scope, person: string, event: SimulatedEvent): Promise<string> {
  const [id, createdAt] = [newId(), scope.now()];
  const { name, properties, value, currency, occurredAt } = event;
  const row = {
    id,
    person,
    name,
    properties: properties ? JSON.stringify(properties) : null,
    value: value ?? null,
    currency: value == null ? null : (currency ?? null),
    at: occurredAt ?? createdAt,
    reference: null as string | null,
  };
  await run(
    scope.db,
    sql`select insert_events(${scope.team.id}::int, ${arraysOf([row], COLUMNS)}, ${createdAt}::timestamptz)::text`,
  );
  return id;
}
