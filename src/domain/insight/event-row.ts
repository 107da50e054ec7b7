import { newId, personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import type { EventInput } from './event-input.ts';

/** The columns of events that a statement is given. */
export const COLUMNS = {
  id: 'uuid',
  person: 'uuid',
  email: 'text',
  name: 'text',
  properties: 'jsonb',
  value: 'bigint',
  currency: 'text',
  at: 'timestamptz',
  reference: 'text',
} as const;

export type Row = ReturnType<typeof toRow>;

/** Of a row that is not a duplicate. */
export type Outcome = 'recorded' | 'erased';

export const toRow = (scope: Scope, event: EventInput, now: Date) => ({
  id: newId(),
  person: personKey(scope.team.id, event.email),
  email: event.email,
  name: event.name,
  properties: event.properties ?? null,
  value: event.value ?? null,
  currency: event.currency ?? null,
  at: event.occurredAt ?? now,
  reference: event.reference,
});

export const isSale = ({ name, value }: Row): boolean => name === 'order' && value !== null;

/** In the order of references, so that batches with common references wait for each other instead of dead-locking. */
export const inOrder = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compare(a.reference ?? '', b.reference ?? ''));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
