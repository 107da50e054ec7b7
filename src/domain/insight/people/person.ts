import { run, sql } from '../../../database/connect.ts';
import { personKey } from '../../../ids.ts';
import type { Scope } from '../../../scope.ts';
import { addressFilter } from '../../../validation/email.ts';
import { record } from '../../../validation/text.ts';
import { parse } from '../../../validation/validate.ts';
import type { Revenue } from '../revenue.ts';

/** An address within a team. An unknown address is a person without any data. */
export interface Person {
  /** The person's key. */
  id: string;
  email: string;
}

export const personFilter = record({ email: addressFilter() });

/** Returns the person with this address. Throws ValidationError. */
export function personOf(scope: Scope, input: unknown): Person {
  const { email } = parse(personFilter, input);
  return { id: personKey(scope.team.id, email), email };
}

/** Returns the known people with these keys, in one statement. */
export async function readPeople({ db, team }: Scope, keys: readonly string[]): Promise<Person[]> {
  const people = await db.person.findMany({ where: { teamId: team.id, key: { in: [...keys] } } });
  return people.flatMap(({ key, email }) => (email === null ? [] : { id: key, email }));
}

export interface Summary {
  knownSince: Date | null;
  lastEngagedAt: Date | null;
  /** Whether opens and clicks are counted. */
  tracked: boolean;
  /** The end of the person's pause, during which only transactional mail is sent. Null: no pause, or it is over. */
  pausedUntil: Date | null;
  /** The person's own frequency cap for campaign messages. */
  frequency: { messages: number; days: number } | null;
}

/** Returns each person's first day, last activity and preferences. One statement. */
export async function readSummaries(scope: Scope, emails: readonly string[]): Promise<Summary[]> {
  const team = scope.team.id;
  const rows = await run<Omit<Summary, 'frequency'> & { messages: number | null; days: number | null }>(
    scope.db,
    sql`select p.created_at as "knownSince", greatest(
          (select max(last_at) from person_events where team_id = ${team} and person_key = owner.key),
          (select max(at) from touches where team_id = ${team} and person_key = owner.key)) as "lastEngagedAt",
          coalesce(p.tracked, true) as tracked, case when p.paused_until > now() then p.paused_until end as "pausedUntil",
          p.frequency_messages as messages, p.frequency_days as days
        from unnest(${keysOf(scope, emails)}::uuid[]) with ordinality as owner(key, index)
        left join people p on p.team_id = ${team} and p.key = owner.key and p.email is not null
        order by owner.index`,
  );
  return rows.map(({ knownSince, lastEngagedAt, tracked, pausedUntil, messages, days }) => ({
    knownSince,
    lastEngagedAt,
    tracked,
    pausedUntil,
    frequency: messages === null || days === null ? null : { messages, days },
  }));
}

/** Returns the total of each person's sales, less their refunds, by currency. One statement. */
export async function readRevenues(scope: Scope, emails: readonly string[]): Promise<Revenue[][]> {
  const rows = await run<Revenue & { index: number }>(
    scope.db,
    sql`select owner.index::int - 1 as index, currency, sum(value - refunded)::float8 as revenue, count(*)::float8 as orders
        from unnest(${keysOf(scope, emails)}::uuid[]) with ordinality as owner(key, index)
        join sales s on s.team_id = ${scope.team.id} and s.person_key = owner.key
        group by owner.index, currency order by owner.index, currency`,
  );
  const revenues = emails.map((): Revenue[] => []);
  for (const { index, ...revenue } of rows) revenues[index]?.push(revenue);
  return revenues;
}

/** How often a person did something, with the first and last time. */
export interface EventCount {
  name: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/**
 * Returns each person's event counts by name, the most recent first; they include events that are no longer kept. One
 * statement.
 */
export async function readEventCounts(scope: Scope, emails: readonly string[]): Promise<EventCount[][]> {
  const rows = await run<EventCount & { index: number }>(
    scope.db,
    sql`select owner.index::int - 1 as index, name, count, first_at as "firstAt", last_at as "lastAt"
        from unnest(${keysOf(scope, emails)}::uuid[]) with ordinality as owner(key, index)
        join person_events r on r.team_id = ${scope.team.id} and r.person_key = owner.key
        order by owner.index, last_at desc, name`,
  );
  const counts = emails.map((): EventCount[] => []);
  for (const { index, ...count } of rows) counts[index]?.push(count);
  return counts;
}

const keysOf = (scope: Scope, emails: readonly string[]): string[] =>
  emails.map((email) => personKey(scope.team.id, email));
