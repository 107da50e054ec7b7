import { run, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import type { JsonObject } from '../../validation/json.ts';
import { found } from '../found.ts';

export interface LockedSubscriber {
  tagIds: number[];
  attributes: JsonObject;
}

/** All subscribers of the team that fit, for a statement that changes them: locked in the order in which batches lock theirs. */
export const lockSubscribers = (scope: Scope, fits: Sql): Sql =>
  sql`select id, attributes from subscribers where team_id = ${scope.team.id} and ${fits} order by person_key, id for update`;

/**
 * What of a subscriber is changed in parts; nobody else changes it before the caller's transaction ends. As in a batch,
 * fields are held before it, and tags and fields are created after it, so that nobody waits in a circle.
 * Throws NotFoundError.
 */
export async function lockSubscriber(scope: Scope, id: string): Promise<LockedSubscriber> {
  const [row] = await run<LockedSubscriber>(
    scope.db,
    sql`select tag_ids as "tagIds", attributes from subscribers
        where team_id = ${scope.team.id} and id = ${id}::uuid for update`,
  );
  return found(row);
}
