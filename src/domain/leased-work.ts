import { type Database, raw, run, type Sql, sql } from '../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../scope.ts';

/**
 * Tables of work that a job does chunk by chunk: a row's job must begin the next chunk before `lease_until`, or another job is
 * scheduled for it. Names come from our code, never from a caller.
 */
type LeasedTable = 'imports' | 'bulk_updates';

/** A job must begin the next chunk within this time. */
export const LEASE_SECONDS = 15;

/** After this many failures in a row, about four minutes, the work is given up. */
const MAX_TROUBLES = 8;

/** Rows in one sweep. */
const AT_ONCE = 100;

/**
 * Records a failure of the next chunk, in the caller's transaction. It is retried with growing delays. Returns whether the work is
 * to be given up now.
 */
export async function noteFailedChunk(scope: Scope, table: LeasedTable, id: string): Promise<boolean> {
  const [row] = await run<{ troubles: number }>(
    scope.db,
    sql`with held as materialized (
          select now() + make_interval(secs => 2 ^ w.troubles) as lease_until from ${raw(table)} w
          where w.team_id = ${scope.team.id} and w.id = ${id}::uuid and w.finished_at is null for update
        )
        update ${raw(table)} w set troubles = troubles + 1, lease_until = held.lease_until
        from held where w.team_id = ${scope.team.id} and w.id = ${id}::uuid
        returning troubles`,
  );
  return row !== undefined && row.troubles >= MAX_TROUBLES;
}

/**
 * Schedules work whose lease has expired: the worker died, the job was lost, the chunk failed, or the team was suspended. Skips
 * rows that a worker has locked. `isForgotten`: a predicate over `w`. Returns how many.
 */
export async function resumeForgotten(
  db: Database,
  table: LeasedTable,
  isForgotten: Sql,
  schedule: (scope: Scope, id: string) => Promise<void>,
): Promise<number> {
  const found = await run<OfTeam>(
    db,
    sql`select w.team_id as "teamId", w.id::text from ${raw(table)} w join teams t on t.id = w.team_id and t.status = 'active'
        where ${isForgotten} order by w.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string }>(
      scope.db,
      sql`with forgotten as (
            select w.id from ${raw(table)} w
            where w.team_id = ${scope.team.id} and w.id = any(${ids}::uuid[]) and ${isForgotten}
            order by w.id for update skip locked
          )
          update ${raw(table)} w set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
          from forgotten f where w.team_id = ${scope.team.id} and w.id = f.id
          returning w.id`,
    );
    for (const { id } of forgotten) await schedule(scope, id);
    return forgotten.length;
  });
}

interface OfTeam {
  teamId: number;
  id: string;
}

/** Runs `work` for each team with its ids, each in its own transaction. Sums the results. */
export async function eachTeam(
  db: Database,
  found: readonly OfTeam[],
  work: (scope: Scope, ids: string[]) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (const id of new Set(found.map(({ teamId }) => teamId))) {
    const ids = found.filter(({ teamId }) => teamId === id).map((one) => one.id);
    done += await transaction(createScope(db, { id }, WORKER), (scope) => work(scope, ids));
  }
  return done;
}
