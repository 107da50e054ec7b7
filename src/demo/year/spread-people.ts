import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { quietly } from './past.ts';

/**
 * Spreads the sign-ups of subscribers over time, in the order of their ids: two in five came before the year, the others within
 * it, more of them lately. Nothing is announced, because nobody joins now.
 */
export async function spreadPeople({ db, team }: Scope, listIds: readonly string[]): Promise<void> {
  await quietly(db);
  await run(
    db,
    sql`update subscribers s set subscribed_at = case when s.subscribed_at is not null then made.at end, created_at = made.at,
          updated_at = made.at
        from (
          select id, now() - interval '1 day' * case when place < 0.4 then 560 - 490 * place else 364 * power((1 - place) / 0.6, 1.3) end as at
          from (
            select id, percent_rank() over (partition by list_id order by id) - random() / 1000 as place
            from subscribers where team_id = ${team.id}::int and list_id = any(${listIds}::uuid[])) ranked) made
        where s.team_id = ${team.id}::int and s.id = made.id`,
  );
  await run(
    db,
    sql`update people p set created_at = s.at
        from (
          select person_key, min(created_at) as at from subscribers
          where team_id = ${team.id}::int and list_id = any(${listIds}::uuid[]) group by 1) s
        where p.team_id = ${team.id}::int and p.key = s.person_key`,
  );
}
