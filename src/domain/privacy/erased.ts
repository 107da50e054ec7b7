import { run, sql } from '../../database/connect.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import { personKey } from '../../ids.ts';
import type { Scope } from '../../scope.ts';

export const ERASED = 'The person was erased. Their data cannot be stored again.';

/** Returns the addresses of erased people. One statement. */
export async function findErased(scope: Scope, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const keys = emails.map((email) => personKey(scope.team.id, email));
  const rows = await run<{ key: string }>(
    scope.db,
    sql`select key::text from people where team_id = ${scope.team.id} and key = any(${keys}::uuid[]) and email is null`,
  );
  const erased = new Set(rows.map(({ key }) => key));
  return new Set(emails.filter((_, index) => erased.has(keys[index] as string)));
}

/** Throws ValidationError naming the fields whose address belongs to an erased person. */
export async function refuseErased(
  scope: Scope,
  given: readonly { path: Issue['path']; email: string }[],
): Promise<void> {
  const erased = await findErased(
    scope,
    given.map(({ email }) => email),
  );
  const issues = given.filter(({ email }) => erased.has(email)).map(({ path }): Issue => ({ path, problem: ERASED }));
  if (issues.length > 0) throw new ValidationError(issues);
}
