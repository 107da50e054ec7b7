import { run, runOnce, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { rowsToInsert } from '../../database/rows-to-insert.ts';
import type { Scope } from '../../scope.ts';
import { insertFewNotifications } from '../signals/notify-webhooks.ts';
import { announceCredited } from './count-sale.ts';
import { COLUMNS, inOrder, isSale, type Outcome, type Row } from './event-row.ts';
import { announceEvents, watched } from './live-events.ts';
import { noteEvents } from './note-events.ts';
import { sold } from './sold.ts';

/**
 * Records events of distributed tables in the caller's transaction. It splits the statement of `insertRows` and its
 * triggers into several, each of which runs as a whole on the team's machine. Returns the outcome of each row that is not a
 * duplicate.
 */
export async function recordApart(scope: Scope, rows: readonly Row[]): Promise<Map<string, Outcome>> {
  const given = inOrder(rows);
  const erased = await insertPeople(scope, given);
  const known = given.filter(({ person }) => !erased.has(person));
  const fresh = await insertReferences(scope, known);
  // Of rows with the same reference, the first one.
  const recorded = known.filter(({ reference }) => reference === null || fresh.delete(reference));
  if (recorded.length > 0) await record(scope, recorded);
  const refused = given.filter(({ person }) => erased.has(person));
  return new Map([
    ...recorded.map(({ id }) => [id, 'recorded'] as const),
    ...refused.map(({ id }) => [id, 'erased'] as const),
  ]);
}

/** Locks the people, inserting unknown ones. Returns the keys of erased people. */
async function insertPeople({ db, team }: Scope, rows: readonly Row[]): Promise<Set<string>> {
  const emails = new Map(rows.map(({ person, email }) => [person, email]));
  const held = await run<{ key: string; erased: boolean }>(
    db,
    sql`select key::text, email is null as erased from people
        where team_id = ${team.id}::int and key = any(${[...emails.keys()]}::uuid[]) order by key for key share`,
  );
  const erased = held.filter((one) => one.erased).map(({ key }) => key);
  for (const { key } of held) emails.delete(key);
  const missing = [...emails].sort().map(([key, email]) => ({ key, email }));
  if (missing.length === 0) return new Set(erased);
  const inserted = await runOnce<{ key: string; erased: boolean }>(
    db,
    sql`insert into people as p (team_id, key, email)
        ${rowsToInsert(sql`${team.id}::int`, missing, { key: 'uuid', email: 'text' })}
        on conflict (team_id, key) do update set email = p.email where p.email is null
        returning key::text, email is null as erased`,
  );
  return new Set([...erased, ...inserted.filter((one) => one.erased).map(({ key }) => key)]);
}

/** Returns the new references. */
async function insertReferences({ db, team }: Scope, rows: readonly Row[]): Promise<Set<string>> {
  const references = new Set(rows.flatMap(({ reference }) => reference ?? []));
  if (references.size === 0) return references;
  const given = [...references].map((reference) => ({ reference }));
  const inserted = await runOnce<{ reference: string }>(
    db,
    sql`insert into event_references (team_id, reference) ${rowsToInsert(sql`${team.id}::int`, given, { reference: 'text' })}
        on conflict do nothing returning reference`,
  );
  return new Set(inserted.map(({ reference }) => reference));
}

async function record(scope: Scope, rows: readonly Row[]): Promise<void> {
  const events = rows.map(({ id, person, name, properties, value, currency, at, reference }) => ({
    id,
    person_key: person,
    name,
    properties,
    value,
    currency,
    occurred_at: at,
    reference,
  }));
  await runOnce(
    scope.db,
    sql`insert into events (team_id, created_at, id, person_key, name, properties, value, currency, occurred_at, reference)
        ${rowsToInsert(sql`${scope.team.id}::int, now()`, events, EVENTS)}`,
  );
  await noteEvents(scope, rows);
  const { listened, hasWebhooks, seen } = await readWanted(scope, rows);
  const signals = rows.filter(({ name }) => listened.includes(name));
  if (signals.length > 0) await signal(scope, signals);
  if (hasWebhooks) await notify(scope, rows);
  const sales = rows.filter(isSale);
  if (sales.length > 0) await sell(scope, sales);
  if (seen) {
    await announceEvents(
      scope,
      rows.map(({ id }) => id),
    );
  }
}

const EVENTS = {
  ...({ id: 'uuid', person_key: 'uuid', name: 'text', properties: 'jsonb', value: 'bigint' } as const),
  ...({ currency: 'text', occurred_at: 'timestamptz', reference: 'text' } as const),
};

interface Wanted {
  /** The names that automations listen to. */
  listened: string[];
  /** Whether webhooks may want the events. */
  hasWebhooks: boolean;
  /** Whether anyone follows live events. */
  seen: boolean;
}

async function readWanted({ db, team }: Scope, rows: readonly Row[]): Promise<Wanted> {
  const names = [...new Set(rows.map(({ name }) => name))];
  const [wanted] = await run<Wanted>(
    db,
    sql`select array(select l.ref from automation_listeners l
                     where l.team_id = ${team.id}::int and l.kind = 'event' and l.ref = any(${names}::text[])) as listened,
               exists (select from webhooks w where w.team_id = ${team.id}::int and w.enabled) as "hasWebhooks",
               ${watched(team.id)} as seen
        from teams t where t.id = ${team.id}::int`,
  );
  return wanted as Wanted;
}

async function signal({ db, team }: Scope, rows: readonly Row[]): Promise<void> {
  const signals = rows.map(({ person, name, id }) => ({ person_key: person, ref: name, event_id: id }));
  await runOnce(
    db,
    sql`insert into automation_signals (team_id, kind, at, person_key, ref, event_id)
        ${rowsToInsert(sql`${team.id}::int, 'event', now()`, signals, { person_key: 'uuid', ref: 'text', event_id: 'uuid' })}`,
  );
}

async function notify({ db, team }: Scope, rows: readonly Row[]): Promise<void> {
  const entries = sql`select ${team.id}::int as team_id, 'event.recorded' as kind, null::uuid as list, name,
      jsonb_build_object('id', id, 'person', person, 'name', name) as entry from ${recordset('recorded', rows, COLUMNS)}`;
  await run(db, insertFewNotifications(team.id, entries));
}

async function sell(scope: Scope, rows: readonly Row[]): Promise<void> {
  const credited = await run<{ id: string }>(
    scope.db,
    sql`with recorded as materialized (select * from ${recordset('given', rows, COLUMNS)})${sold(scope)}
        select id::text from credited_campaigns`,
  );
  if (credited.length > 0) {
    await announceCredited(
      scope,
      credited.map(({ id }) => id),
    );
  }
}
