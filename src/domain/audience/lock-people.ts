import { run, sql } from '../../database/connect.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/** Locks existing people by their keys, in the order that all writers use. */
export const lockPeopleByKey = ({ db, team }: Scope, keys: readonly string[]): Promise<unknown> =>
  run(
    db,
    sql`select key::text from people where team_id = ${team.id}::int and key = any(${[...keys]}::uuid[])
        order by key for no key update`,
  );

/**
 * Creates missing people and locks all, in one order, before any of their other rows is locked (`lock_people`). Returns the
 * keys of missing and erased people: they are on no list.
 */
export async function lockPeople({ db, team }: Scope, emails: readonly string[]): Promise<Set<string>> {
  const people = new Map(emails.map((email) => [personKey(team.id, email), email]));
  if (people.size === 0) return new Set();
  const missing = await run<{ key: string }>(
    db,
    sql`select * from lock_people(${team.id}::int, ${[...people.keys()]}::uuid[], ${[...people.values()]}::text[])`,
  );
  return new Set(missing.map(({ key }) => key));
}
