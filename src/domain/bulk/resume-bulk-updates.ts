import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import { createScope, transaction, WORKER } from '../../scope.ts';
import { LEASE_SECONDS, scheduleBulkUpdate } from './bulk-updates.ts';

const IS_FORGOTTEN = sql`b.status in ('waiting', 'running') and b.lease_until < now()`;

/** Bulk updates that a sweep must act on. */
export const FORGOTTEN_BULK_UPDATES: Sql = sql`select from bulk_updates b where ${IS_FORGOTTEN}`;

/** Bulk updates in one sweep. */
const AT_ONCE = 100;

/**
 * Schedules bulk updates whose lease has expired: the worker died, the job was lost, the chunk failed, or the team was
 * suspended. Skips those that a worker has locked. Returns how many.
 */
export async function resumeBulkUpdates(db: Database): Promise<number> {
  const found = await run<{ teamId: number; id: string }>(
    db,
    sql`select b.team_id as "teamId", b.id::text from bulk_updates b join teams t on t.id = b.team_id and t.status = 'active'
        where ${IS_FORGOTTEN} order by b.lease_until limit ${AT_ONCE}`,
  );
  for (const { teamId, id } of found)
    await transaction(createScope(db, { id: teamId }, WORKER), async (scope) => {
      const free = await run(
        scope.db,
        sql`select b.id from bulk_updates b
            where b.team_id = ${teamId}::int and b.id = ${id}::uuid and ${IS_FORGOTTEN} for update skip locked`,
      );
      if (free.length === 0) return;
      await run(
        scope.db,
        sql`update bulk_updates set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
            where team_id = ${teamId}::int and id = ${id}::uuid`,
      );
      await scheduleBulkUpdate(scope, id);
    });
  return found.length;
}
