import { isDistributed } from '../../../database/layout.ts';
import { newId } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { noteEvents } from '../../insight/note-events.ts';

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
  const { team } = scope;
  const [id, createdAt] = [newId(), scope.now()];
  const occurredAt = event.occurredAt ?? createdAt;
  const { name, properties, value, currency } = event;
  await scope.db.event.create({
    data: {
      teamId: team.id,
      id,
      personKey: person,
      name,
      createdAt,
      occurredAt,
      ...(properties && { properties }),
      ...(value != null && { value, currency: currency ?? null }),
    },
  });
  if (isDistributed(scope.db)) await noteEvents(scope, [{ id, person, at: occurredAt }]);
  return id;
}
