import { run, runOnce, type Sql, sql } from '../../database/connect.ts';
import { isDistributed } from '../../database/layout.ts';
import { recordset } from '../../database/recordset.ts';
import { rowsToInsert } from '../../database/rows-to-insert.ts';
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
 * Creates missing people and locks all, in one order, before any of their other rows is locked. Concurrent calls with the
 * same addresses then wait for each other instead of deadlocking over new subscribers. One statement: an upsert locks the
 * row even if it changes nothing. Returns the keys of missing and erased people: they are on no list.
 */
export async function lockPeople(scope: Scope, emails: readonly string[]): Promise<Set<string>> {
  const keys = new Map(emails.map((email) => [personKey(scope.team.id, email), email]));
  if (keys.size === 0) return new Set();
  const rows = [...keys].map(([key, email]) => ({ key, email })).sort((a, b) => (a.key < b.key ? -1 : 1));
  const insert = (source: Sql) => sql`insert into people as p (team_id, key, email) ${source}
        on conflict (team_id, key) do update set email = p.email where p.email is null
        returning key`;
  const team = sql`${scope.team.id}::int`;
  const missing = isDistributed(scope.db)
    ? await runOnce<{ key: string }>(scope.db, insert(rowsToInsert(team, rows, COLUMNS)))
    : await run<{ key: string }>(
        scope.db,
        insert(sql`select ${team}, key, email from ${recordset('given', rows, COLUMNS)}`),
      );
  return new Set(missing.map(({ key }) => key));
}

const COLUMNS = { key: 'uuid', email: 'text' } as const;
