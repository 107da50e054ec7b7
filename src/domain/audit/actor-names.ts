import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/**
 * The current names of actors, by id: of tokens, including revoked ones, and of members, except those who left. One
 * statement for any number of actors.
 */
export async function readActorNames({ db, team }: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await run<{ id: string; name: string }>(
    db,
    sql`select id::text, name from api_tokens where team_id = ${team.id} and id = any(${[...ids]}::uuid[])
        union all
        select m.id::text, coalesce(u.name, u.email) from members m join users u on u.id = m.user_id
        where m.team_id = ${team.id} and m.id = any(${[...ids]}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
