import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/**
 * Deletes the sample people with their subscriptions, events, sales and suppressions. Automations and webhooks learn nothing of it,
 * as they learnt nothing when the people came. Returns how many were left.
 */
export async function removePeople({ db, team }: Scope, keys: readonly string[]): Promise<number> {
  const people = sql`${[...keys]}::uuid[]`;
  const locked = await run<{ email: string | null }>(
    db,
    sql`select email from people where team_id = ${team.id}::int and key = any(${people}) order by key for update`,
  );
  await run(
    db,
    sql`delete from event_references r using events e
        where r.team_id = ${team.id}::int and e.team_id = ${team.id}::int and e.person_key = any(${people})
          and r.reference = e.reference`,
  );
  for (const table of [sql`sign_ups`, sql`automation_members`, sql`automation_signals`])
    await run(db, sql`delete from ${table} where team_id = ${team.id}::int and person_key = any(${people})`);
  const emails = locked.flatMap(({ email }) => email ?? []);
  await run(db, sql`delete from suppressions where team_id = ${team.id}::int and target = any(${emails}::text[])`);
  await run(db, sql`delete from people where team_id = ${team.id}::int and key = any(${people})`);
  return locked.length;
}
