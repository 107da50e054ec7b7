import { z } from 'zod';
import { binaryArray } from '../../database/binary-array.ts';
import { empty, run, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { recordset } from '../../database/recordset.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import { events } from '../../metrics/metrics.ts';
import { type Scope, transaction } from '../../scope.ts';
import { listOf, record } from '../../validation/text.ts';
import { parse } from '../../validation/validate.ts';
import { ERASED } from '../privacy/erased.ts';
import { LINGER_MS, shareCalls } from '../share-calls.ts';
import { insertFewNotifications } from '../signals/notify-webhooks.ts';
import { announceCredited } from './count-sale.ts';
import { validateEvent } from './event-input.ts';
import { COLUMNS, inOrder, isSale, type Outcome, type Row, toRow } from './event-row.ts';
import { announceEvents, watched } from './live-events.ts';
import { recordApart } from './record-apart.ts';
import { sold } from './sold.ts';

export interface EventResult {
  index: number;
  status: 'recorded' | 'duplicate' | 'invalid';
  id?: string;
  issues?: readonly Issue[];
}

const batch = record({ inputs: listOf(z.unknown(), 1, 1000) });

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
  return outcome ? { index: 0, status: outcome, id: row.id } : { index: 0, status: 'duplicate' };
}

const REFUSED: readonly Issue[] = [{ path: ['email'], problem: ERASED }];

/**
 * Records 1 to 1000 events in one statement. Each is validated on its own. Returns the results in the same order. Throws
 * ValidationError only for the batch as a whole.
 */
export async function recordEvents(scope: Scope, inputs: unknown): Promise<EventResult[]> {
  const results = await recordAll(scope, parse(batch, { inputs }).inputs);
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
    return outcome ? { index, status: outcome, id: row.id } : { index, status: 'duplicate' };
  });
}

/** Simultaneous single events of a team share one statement. Each call is answered after the commit. */
const recordOne = shareCalls(
  async (scope, rows: readonly Row[]) => {
    const outcomes = await insert(scope, [...rows]);
    return rows.map(({ id }) => outcomes.get(id));
  },
  { max: 500, lingerMs: LINGER_MS },
);

/** Inserts people and events. */
function insert(scope: Scope, rows: Row[]): Promise<Map<string, Outcome>> {
  if (rows.length === 0) return Promise.resolve(new Map());
  return isDistributed(scope.db) ? transaction(scope, (scope) => recordApart(scope, rows)) : insertRows(scope, rows);
}

/**
 * Inserts people and events in one statement. Returns the outcome of each row that is not a duplicate. The statement locks
 * the people and sees their latest state, so an event and a concurrent erasure of its person happen one after the other.
 */
async function insertRows(scope: Scope, rows: Row[]): Promise<Map<string, Outcome>> {
  const ordered = inOrder(rows);
  const persons = binaryArray('uuid', [...new Set(rows.map(({ person }) => person))]);
  const hasSales = rows.some(isSale);
  const found = await run<{ id: string; outcome: Outcome | 'credited'; watched: boolean }>(
    scope.db,
    sql`with given as materialized (
          select * from ${recordset('given', ordered, COLUMNS)}
        ), held as materialized (
          select key, email from people where team_id = ${scope.team.id}::int and key = any(${persons}::uuid[])
          order by key for key share
        ), inserted as (
          insert into people as p (team_id, key, email)
          select distinct on (person) ${scope.team.id}::int, person, email from given
          where not exists (select from held where held.key = person) order by person
          on conflict (team_id, key) do update set email = p.email where p.email is null
          returning key, email
        ), erased as materialized (
          select key from held where email is null union all select key from inserted where email is null
        ), referenced as (
          insert into event_references (team_id, reference)
          select ${scope.team.id}::int, reference from given where reference is not null and ${known}
          on conflict do nothing
          returning reference
        ), recorded as (
          insert into events (team_id, id, person_key, name, properties, value, currency, occurred_at, reference, created_at)
          select ${scope.team.id}::int, id, person, name, properties, value, currency, at, reference, now() from given
          where ${known} and (reference is null or reference in (select reference from referenced))${
            haveTwins(ordered) ? first : empty
          }
          returning id, person_key as person, name, value, currency, occurred_at as at, reference
        )${signalled(scope)}, notified as (
          ${insertFewNotifications(scope.team.id, recordedBy(scope))}
        )${hasSales ? sold(scope) : empty}
        select id, 'recorded' as outcome, ${watched(scope.team.id)} as watched from recorded
        union all select id, 'erased', false from given where exists (select from erased where erased.key = person)
        ${hasSales ? sql`union all select id, 'credited', false from credited_campaigns` : empty}`,
  );
  const announced = found.filter(({ watched }) => watched).map(({ id }) => id);
  if (announced.length > 0) await announceEvents(scope, announced);
  const credited = found.filter(({ outcome }) => outcome === 'credited').map(({ id }) => id);
  if (credited.length > 0) await announceCredited(scope, credited);
  return new Map(found.flatMap(({ id, outcome }) => (outcome === 'credited' ? [] : [[id, outcome]])));
}

/** People who are not erased. As an array, because a join might change the order of the references. */
const known = sql`person <> all (array(select key from erased))`;

/** Of rows with the same reference, the first one: ids ascend. */
const first = sql` and (reference is null or id in (
            select distinct on (reference) id from given where reference is not null and ${known} order by reference, id))`;

/** Whether two of the rows, which are in reference order, have the same reference. */
const haveTwins = (rows: readonly Row[]): boolean =>
  rows.some(({ reference }, index) => reference !== null && reference === rows[index + 1]?.reference);

/**
 * Signals events to automations that listen to them. The listeners are read once for a statement, by key: free if there are
 * none.
 */
const signalled = (scope: Scope): Sql => sql`, signalled as (
          insert into automation_signals (team_id, person_key, kind, ref, event_id, at)
          select ${scope.team.id}::int, person, 'event', name, id, now() from recorded
          where name in (select l.ref from automation_listeners l where l.team_id = ${scope.team.id}::int and l.kind = 'event')
        )`;

/** The webhook events for recorded events. */
const recordedBy = ({
  team,
}: Scope): Sql => sql`select ${team.id}::int as team_id, 'event.recorded' as kind, null::uuid as list, name,
                   jsonb_build_object('id', id, 'person', person, 'name', name) as entry from recorded`;
