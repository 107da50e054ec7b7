import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, type Scope, transaction, WORKER } from '../../scope.ts';
import { giveUp } from './end-import.ts';
import { LEASE_SECONDS, scheduleImport } from './imports.ts';

const DRAFT_IS_FORGOTTEN = sql`i.status = 'draft' and i.held and i.lease_until < now()`;
const IS_FORGOTTEN = sql`i.status in ('draft', 'processing') and not i.held and i.lease_until < now()`;

/** Imports that a sweep must act on. */
export const FORGOTTEN_IMPORTS: Sql = sql`select from imports i where (${DRAFT_IS_FORGOTTEN}) or (${IS_FORGOTTEN})`;

/** Fails drafts whose upload ended with its process, and drafts that were never started. Returns how many. */
export async function failForgottenDrafts(db: Database): Promise<number> {
  const found = await run<OfTeam>(
    db,
    sql`select i.team_id as "teamId", i.id::text from imports i where ${DRAFT_IS_FORGOTTEN} order by i.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string; received: boolean }>(
      scope.db,
      sql`select i.id::text, i.digest is not null as received from imports i
          where i.team_id = ${scope.team.id} and i.id = any(${ids}::uuid[]) and ${DRAFT_IS_FORGOTTEN}
          order by i.id for update skip locked`,
    );
    for (const { id, received } of forgotten) {
      const reason = received
        ? 'The import was not started within a day.'
        : 'The upload stopped before the file was complete.';
      await giveUp(scope, id, reason);
    }
    return forgotten.length;
  });
}

/**
 * Schedules imports whose lease has expired: the worker died, the job was lost, the chunk failed, or the team was
 * suspended. Skips imports that a worker has locked. Returns how many.
 */
export async function resumeImports(db: Database): Promise<number> {
  const found = await run<OfTeam>(
    db,
    sql`select i.team_id as "teamId", i.id::text from imports i join teams t on t.id = i.team_id and t.status = 'active'
        where ${IS_FORGOTTEN} order by i.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string }>(
      scope.db,
      sql`with forgotten as (
            select i.id from imports i
            where i.team_id = ${scope.team.id} and i.id = any(${ids}::uuid[]) and ${IS_FORGOTTEN}
            order by i.id for update skip locked
          )
          update imports i set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
          from forgotten f where i.team_id = ${scope.team.id} and i.id = f.id
          returning i.id`,
    );
    for (const { id } of forgotten) await scheduleImport(scope, id);
    return forgotten.length;
  });
}

/** Imports in one sweep. */
const AT_ONCE = 100;

interface OfTeam {
  teamId: number;
  id: string;
}

/** Runs `work` for each team with its ids, each in its own transaction. Sums the results. */
async function eachTeam(
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
