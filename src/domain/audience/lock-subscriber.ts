import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { found } from '../found.ts';

export interface LockedSubscriber {
  tagIds: number[];
}

/**
 * Locks a subscriber until the caller's transaction ends and returns its tags. To avoid deadlocks, keep the order that
 * batches use: lock contact fields before, create tags and fields after. Throws NotFoundError.
 */
export async function lockSubscriber(scope: Scope, id: string): Promise<LockedSubscriber> {
  const [row] = await run<LockedSubscriber>(
    scope.db,
    sql`select tag_ids as "tagIds" from subscribers
        where team_id = ${scope.team.id} and id = ${id}::uuid for update`,
  );
  return found(row);
}
