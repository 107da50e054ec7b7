import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { eachTeam, resumeForgotten } from '../leased-work.ts';
import { giveUp } from './end-import.ts';
import { scheduleImport } from './imports.ts';

const DRAFT_IS_FORGOTTEN = sql`w.status = 'draft' and w.held and w.lease_until < now()`;
const IS_FORGOTTEN = sql`w.status in ('draft', 'processing') and not w.held and w.lease_until < now()`;

/** Imports that a sweep must act on. */
export const FORGOTTEN_IMPORTS: Sql = sql`select from imports w where (${DRAFT_IS_FORGOTTEN}) or (${IS_FORGOTTEN})`;

/** Fails drafts whose upload ended with its process, and drafts that were never started. Returns how many. */
export async function failForgottenDrafts(db: Database): Promise<number> {
  const found = await run<{ teamId: number; id: string }>(
    db,
    sql`select w.team_id as "teamId", w.id::text from imports w where ${DRAFT_IS_FORGOTTEN} order by w.lease_until limit ${AT_ONCE}`,
  );
  return eachTeam(db, found, async (scope, ids) => {
    const forgotten = await run<{ id: string; received: boolean }>(
      scope.db,
      sql`select w.id::text, w.digest is not null as received from imports w
          where w.team_id = ${scope.team.id} and w.id = any(${ids}::uuid[]) and ${DRAFT_IS_FORGOTTEN}
          order by w.id for update skip locked`,
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

/** Schedules imports that no worker continues. Returns how many. */
export const resumeImports = (db: Database): Promise<number> =>
  resumeForgotten(db, 'imports', IS_FORGOTTEN, scheduleImport);

/** Imports in one sweep. */
const AT_ONCE = 100;
