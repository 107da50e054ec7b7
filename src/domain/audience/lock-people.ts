import { run, sql } from '../../database/connect.ts';
import { recordset } from '../../database/recordset.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

/**
 * Files people under their addresses and holds them, the new and the known, in one order, before anything else of theirs
 * is locked: calls that share addresses come one after the other instead of dead-locking over who is new on a list. One
 * statement; an update that finds nothing to change locks the row all the same.
 */
export async function lockPeople(scope: Scope, emails: readonly string[]): Promise<void> {
  const keys = new Map(emails.map((email) => [personKey(scope.team.id, email), email]));
  if (keys.size === 0) return;
  const rows = [...keys].map(([key, email]) => ({ key, email })).sort((a, b) => (a.key < b.key ? -1 : 1));
  await run(
    scope.db,
    sql`insert into people as p (team_id, key, email)
        select ${scope.team.id}::int, key, email from ${recordset('given', rows, { key: 'uuid', email: 'text' })}
        on conflict (team_id, key) do update set email = p.email where p.email is null
        returning key`,
  );
}
