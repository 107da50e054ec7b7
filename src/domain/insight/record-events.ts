import { z } from 'zod';
import { run, sql } from '../../database/connect.ts';
import { arraysOf } from '../../database/recordset.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import { events } from '../../metrics/metrics.ts';
import type { Scope } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { ERASED } from '../privacy/erased.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import { announceCredited } from './count-sale.ts';
import { validateEvent } from './event-input.ts';
import { COLUMNS, inOrder, type Outcome, type Row, toRow } from './event-row.ts';
import type { GivenReference } from './events.ts';
import { announceEvents } from './live-events.ts';

export interface EventResult {
  index: number;
  status: 'recorded' | 'duplicate' | 'invalid';
  id?: string;
  /** Of a duplicate: what it has in common with the recorded event. */
  given?: GivenReference;
  issues?: readonly Issue[];
}

export const eventBatch = record({ events: listOf(z.unknown(), 1, 1000) });

/** Records one event, unless its reference is known. Throws ValidationError, including if the person was erased. */
export async function recordEvent(scope: Scope, input: unknown): Promise<EventResult> {
  const now = scope.now();
  const validated = validateEvent(input, now);
  if ('issues' in validated) {
    events.inc({ outcome: 'invalid' });
    throw new ValidationError(validated.issues);
  }
  const row = toRow(scope, validated.value, now);
  const outcome = await recordOne(scope, row);
  events.inc({ outcome: outcome === 'erased' ? 'invalid' : (outcome ?? 'duplicate') });
  if (outcome === 'erased') throw new ValidationError(REFUSED);
  return outcome ? { index: 0, status: outcome, id: row.id } : duplicate(0, row);
}

const duplicate = (index: number, { person, reference }: Row): EventResult => ({
  index,
  status: 'duplicate',
  ...(reference && { given: { person, reference } }),
});

const REFUSED: readonly Issue[] = [{ path: ['email'], problem: ERASED }];

/**
 * Records 1 to 1000 events in one statement. Each is validated on its own. Returns the results in the same order. Throws
 * ValidationError only for the batch as a whole.
 */
export async function recordEvents(scope: Scope, input: unknown): Promise<EventResult[]> {
  const results = await recordAll(scope, parse(eventBatch, input).events);
  for (const { status } of results) events.inc({ outcome: status });
  return results;
}

async function recordAll(scope: Scope, inputs: unknown[]): Promise<EventResult[]> {
  const now = scope.now();
  const validated = inputs.map((input) => validateEvent(input, now));
  const rows = validated.map((event) => ('value' in event ? toRow(scope, event.value, now) : undefined));
  const outcomes = await insert(
    scope,
    rows.filter((row) => row !== undefined),
  );
  return rows.map((row, index): EventResult => {
    if (!row) return { index, status: 'invalid', issues: (validated[index] as { issues: Issue[] }).issues };
    const outcome = outcomes.get(row.id);
    if (outcome === 'erased') return { index, status: 'invalid', issues: REFUSED };
    return outcome ? { index, status: outcome, id: row.id } : duplicate(index, row);
  });
}

/** Simultaneous single events of a team share one statement. Each call is answered after the commit. */
const recordOne = shareCalls(
  async (scope, rows: readonly Row[]) => {
    const outcomes = await insert(scope, rows);
    return rows.map(({ id }) => outcomes.get(id));
  },
  { max: 500, lingerMs: LINGER_MS },
);

interface Answer {
  erased: string[] | null;
  duplicates: string[] | null;
  watched: boolean | null;
  credited: string[] | null;
}

/**
 * Inserts people and events by `record_events`, in one round trip. Returns the outcome of each row that is not a duplicate. The
 * people are locked, so an event and a concurrent erasure of its person happen one after the other.
 */
async function insert(scope: Scope, rows: readonly Row[]): Promise<Map<string, Outcome>> {
  if (rows.length === 0) return new Map();
  const ordered = inOrder(rows);
  const people = [...new Map(ordered.map(({ person, email }) => [person, { person, email }])).values()];
  const [answer] = await run<Answer>(
    scope.db,
    sql`select * from record_events(${scope.team.id}::int, ${arraysOf(people, PEOPLE)}, ${arraysOf(ordered, COLUMNS)})`,
  );
  const { erased, duplicates, watched, credited } = answer!;
  const outcomes = new Map<string, Outcome>(ordered.map(({ id }) => [id, 'recorded']));
  for (const id of [...(erased ?? []), ...(duplicates ?? [])]) outcomes.delete(id);
  if (watched && outcomes.size > 0) await announceEvents(scope, [...outcomes.keys()]);
  if (credited) await announceCredited(scope, credited);
  for (const id of erased ?? []) outcomes.set(id, 'erased');
  return outcomes;
}

const PEOPLE = { person: 'uuid', email: 'text' } as const;
