import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { RunAtStep, Subscription } from '../steps/step-kind.ts';

/**
 * The subscriptions that runs act on, by run id: to the automation's list, or without one the newest, active ones first.
 * One statement.
 */
export async function readSubscriptions(
  { db, team }: Scope,
  listId: string | null,
  runs: readonly RunAtStep[],
): Promise<Map<string, Subscription>> {
  const persons = [...new Set(runs.map(({ person }) => person))];
  const rows = await run<Subscription & { person: string }>(
    db,
    sql`select distinct on (s.person_key) s.person_key::text as person, s.id::text, s.list_id::text as "listId", s.status::text as status
        from subscribers s
        where s.team_id = ${team.id}::int and s.person_key = any(${persons}::uuid[])
          and (${listId}::uuid is null or s.list_id = ${listId}::uuid)
        order by s.person_key, s.status = 'subscribed' desc, s.subscribed_at desc nulls last, s.id desc`,
  );
  const byPerson = new Map(rows.map(({ person, ...subscription }) => [person, subscription]));
  return new Map(
    runs.flatMap(({ id, person }): [string, Subscription][] => {
      const subscription = byPerson.get(person);
      return subscription ? [[id, subscription]] : [];
    }),
  );
}
