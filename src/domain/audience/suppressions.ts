import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** Those of the addresses that the team never writes to, by themselves or by their domain. One statement. */
export async function findSuppressed(scope: Scope, emails: readonly string[]): Promise<Set<string>> {
  const rows = await run<{ email: string }>(
    scope.db,
    sql`select distinct email from unnest(${[...emails]}::text[]) as given(email)
        join suppressions s on s.team_id = ${scope.team.id} and s.target in (email, split_part(email, '@', 2))`,
  );
  return new Set(rows.map(({ email }) => email));
}
