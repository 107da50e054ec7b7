import { daysAgo } from '../../../database/clock.ts';
import { type Database, run, runOnce, sql } from '../../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../../scope.ts';

const CHUNK = 1_000;

interface EndedRun {
  id: string;
  automation: string;
  person: string;
}

/**
 * Removes runs that ended more than `days` days ago, with their steps. The last of each person in each automation stays without its steps
 * and without what started it: nobody passes an automation again who may pass it once (docs/adr/0169). Figures stay as they were counted.
 * In chunks, each a transaction. Returns how many runs were removed or emptied. Safe to repeat.
 */
export async function removeOldRuns(db: Database, days: number): Promise<number> {
  const before = daysAgo(db, days);
  const teams = await run<{ id: number }>(db, sql`select id from teams order by id`);
  let removed = 0;
  for (const team of teams) {
    const scope = createScope(db, team, WORKER);
    for (let more = CHUNK; more === CHUNK; removed += more) {
      more = await transaction(scope, (scope) => removeChunk(scope, before));
    }
  }
  return removed;
}

async function removeChunk(scope: Scope, before: Date): Promise<number> {
  await noteRemoval(scope, before);
  const runs = await lockNext(scope, before);
  const last = new Map(runs.map((one) => [`${one.automation} ${one.person}`, one]));
  const kept = [...last.values()];
  if (runs.length === 0) return 0;
  const ids = new Set(kept.map(({ id }) => id));
  await remove(
    scope,
    runs.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
  );
  await removeEarlier(scope, kept);
  await empty(scope, [...ids]);
  return runs.length;
}

/**
 * From now on the rows of these automations no longer contain everything that was counted. Locks the automations before the
 * runs, as a deletion does.
 */
const noteRemoval = ({ db, team }: Scope, before: Date) =>
  runOnce(
    db,
    sql`with of_runs as materialized (
          select id from automations where team_id = ${team.id}::int and rows_removed_at is null and id = any(array(
            select automation_id from automation_runs
            where team_id = ${team.id}::int and ended_at < ${before}::timestamptz and emptied_at is null
            order by ended_at limit ${CHUNK}))
          order by id for no key update
        )
        update automations a set rows_removed_at = now() from of_runs where a.team_id = ${team.id}::int and a.id = of_runs.id`,
  );

/** Those that ended first, of each person in the order in which they ended. */
const lockNext = ({ db, team }: Scope, before: Date): Promise<EndedRun[]> =>
  runOnce<EndedRun>(
    db,
    sql`select id::text, automation_id::text as automation, person_key::text as person from automation_runs r
        where team_id = ${team.id}::int and ended_at < ${before}::timestamptz and emptied_at is null
        order by ended_at, r.id limit ${CHUNK} for update skip locked`,
  );

const remove = ({ db, team }: Scope, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : runOnce(db, sql`delete from automation_runs where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[])`);

/**
 * Removes runs of the same people that were kept until now. `offset 0` has them found by person: a plan of a join, made when few were
 * known, reads all of them for each.
 */
async function removeEarlier({ db, team }: Scope, kept: readonly EndedRun[]): Promise<void> {
  const earlier = await runOnce<{ id: string }>(
    db,
    sql`select r.id::text
        from unnest(${kept.map(({ automation }) => automation)}::uuid[], ${kept.map(({ person }) => person)}::uuid[]) as now(automation, person)
        cross join lateral (
          select id, automation_id, emptied_at from automation_runs
          where team_id = ${team.id}::int and person_key = now.person offset 0) r
        where r.automation_id = now.automation and r.emptied_at is not null`,
  );
  if (earlier.length === 0) return;
  await runOnce(
    db,
    sql`with held as materialized (
          select id from automation_runs
          where team_id = ${team.id}::int and id = any(${earlier.map(({ id }) => id)}::uuid[]) order by id for update skip locked
        )
        delete from automation_runs r using held where r.team_id = ${team.id}::int and r.id = held.id`,
  );
}

async function empty({ db, team }: Scope, ids: readonly string[]): Promise<void> {
  await runOnce(
    db,
    sql`delete from automation_run_steps where team_id = ${team.id}::int and run_id = any(${[...ids]}::uuid[])`,
  );
  await runOnce(
    db,
    sql`update automation_runs set emptied_at = now(), event = null, event_id = null, last_error = null
        where team_id = ${team.id}::int and id = any(${[...ids]}::uuid[])`,
  );
}
