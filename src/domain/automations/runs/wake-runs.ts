import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { Signal } from './process-signals.ts';
import type { Listening } from './read-listening.ts';
import { runsOf } from './runs-of-one.ts';

/**
 * Makes runs due whose automation listens to a signal of their person; a worker then checks what it means for them. Uses
 * the caller's transaction, in the order of the runs. It waits for workers that are advancing one of the runs, as they may
 * not have seen the signal; so it includes runs that seem to be due. Workers may wait for people's rows, so the caller must
 * not have locked any.
 */
export async function wakeRuns(
  { db, team }: Scope,
  listening: readonly Listening[],
  signals: readonly Signal[],
): Promise<void> {
  const targets = listening.flatMap(({ id, listens }) => {
    const listened = new Set(listens.map(({ kind, ref }) => `${kind} ${ref}`));
    const persons = new Set(
      signals.filter(({ kind, ref }) => listened.has(`${kind} ${ref}`)).map(({ person }) => person),
    );
    return [...persons].map((person) => ({ automation: id, person }));
  });
  if (targets.length === 0) return;
  await run(
    db,
    sql`with listened as materialized (
          select r.id
          from unnest(${targets.map(({ automation }) => automation)}::uuid[], ${targets.map(({ person }) => person)}::uuid[]) as w(automation, person)
          cross join lateral ${runsOf(sql`${team.id}::int`, sql`w.person`)} r
          where r.automation_id = w.automation and r.state = 'active'
        ), held as materialized (
          select id from automation_runs
          where team_id = ${team.id}::int and id in (select id from listened) and state = 'active' order by id for no key update
        )
        update automation_runs r set due_at = least(r.due_at, now()) from held where r.team_id = ${team.id}::int and r.id = held.id`,
  );
}
