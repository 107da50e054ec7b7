import { run, type Sql, sql } from '../../database/connect.ts';
import type { Event as EventRow } from '../../generated/prisma/client.ts';
import type { Scope } from '../../scope.ts';

/** `value` in the smallest unit of the currency. */
export type Event = Omit<EventRow, 'value'> & { value: number | null };

/** An event with the address of its person. */
export type PersonalEvent = Event & { email: string };

type InTeam = Pick<Scope, 'db' | 'team'>;

/**
 * The events with these ids, as `e`. One id is looked up in its month; several use a join, which reads one month for each
 * id, while `id = any` would read all months. The planner must not know the number of ids, or it plans for all months each
 * time.
 */
function wanted({ team }: InTeam, ids: readonly string[]): Sql {
  if (ids.length === 1) return sql`(select * from events where team_id = ${team.id}::int and id = ${ids[0]}::uuid) e`;
  return sql`unnest((select ${[...ids]}::uuid[])) as wanted(id) join events e on e.team_id = ${team.id}::int and e.id = wanted.id`;
}

const COLUMNS = sql`e.team_id as "teamId", e.id, e.person_key as "personKey", e.name, e.properties, e.value::float8 as value,
  e.currency, e.occurred_at as "occurredAt", e.reference, e.created_at as "createdAt"`;

/** Returns the team's events with these ids, each with the address of its person, in one statement. */
export function readPersonalEvents(scope: InTeam, ids: readonly string[]): Promise<PersonalEvent[]> {
  return run<PersonalEvent>(
    scope.db,
    sql`select ${COLUMNS}, p.email from ${wanted(scope, ids)}
        join people p on p.team_id = ${scope.team.id}::int and p.key = e.person_key and p.email is not null`,
  );
}

/** A reference that a client gave to an event of a person. */
export interface GivenReference {
  person: string;
  reference: string;
}

/**
 * Returns the ids of the events that were recorded with these references of the same persons, in one statement, in no particular order.
 * By person, because events have no index by reference: each reference is recorded once.
 */
export function findReferred(
  { db, team }: InTeam,
  given: readonly GivenReference[],
): Promise<(GivenReference & { id: string })[]> {
  const persons = given.map(({ person }) => person);
  const references = given.map(({ reference }) => reference);
  return run(
    db,
    sql`select e.person_key::text as person, e.reference, e.id::text
        from unnest((select ${persons}::uuid[]), (select ${references}::text[])) given(person, reference)
        join events e on e.team_id = ${team.id}::int and e.person_key = given.person and e.reference = given.reference`,
  );
}

/** Returns the team's events with these ids, without an address, in one statement. */
export function readEvents(scope: InTeam, ids: readonly string[]): Promise<Event[]> {
  return run<Event>(scope.db, sql`select ${COLUMNS} from ${wanted(scope, ids)}`);
}
