import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { type SignalKind, writeSignals } from './signal.ts';

const LEFT: SignalKind = 'left';

/** Ends the automation runs of people who were suppressed or erased, or whose subscription was deleted. */
export const signalLeft = (scope: Scope, people: readonly string[]): Promise<void> =>
  writeSignals(
    scope,
    [...new Set(people)].map((person) => ({ person, kind: LEFT, ref: '' })),
  );

/**
 * Like `signalLeft`, for large numbers: a query gives the people's keys as `person`. A statement, or a further part of one.
 */
export const leaving = (teamId: number, people: Sql): Sql =>
  sql`insert into automation_signals (team_id, person_key, kind, ref, at)
      select ${teamId}::int, gone.person, ${LEFT}::text, '', now() from (${people}) gone
      where exists (select 1 from automation_listeners l
                    where l.team_id = ${teamId}::int and l.kind = ${LEFT}::text and l.ref = '')`;

/** Ends the automation runs of the subscribers of a list that is being deleted. */
export async function signalListDeleted({ db, team }: Scope, listId: string): Promise<void> {
  await run(
    db,
    leaving(
      team.id,
      sql`select distinct r.person_key as person from automation_runs r
          where r.team_id = ${team.id}::int and r.state = 'active' and exists (
            select from subscribers s
            where s.team_id = r.team_id and s.list_id = ${listId}::uuid and s.person_key = r.person_key)`,
    ),
  );
}
