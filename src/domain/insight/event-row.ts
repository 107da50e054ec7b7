import { newId, personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import type { EventInput } from './event-input.ts';

/** The columns of events, as `record_events` receives them. */
export const COLUMNS = {
  id: 'uuid',
  person: 'uuid',
  name: 'text',
  properties: 'text',
  value: 'bigint',
  currency: 'text',
  at: 'timestamptz',
  reference: 'text',
} as const;

export type Row = ReturnType<typeof toRow>;

/** For rows that are not duplicates. */
export type Outcome = 'recorded' | 'erased';

export const toRow = (scope: Scope, event: EventInput, now: Date) => ({
  id: newId(),
  person: personKey(scope.team.id, event.email),
  email: event.email,
  name: event.name,
  properties: event.properties ? JSON.stringify(event.properties) : null,
  value: event.value ?? null,
  currency: event.currency ?? null,
  at: event.occurredAt ?? now,
  reference: event.reference,
});

/** In reference order, so that batches with common references wait for each other instead of deadlocking. */
export const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compare(a.reference ?? '', b.reference ?? ''));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
