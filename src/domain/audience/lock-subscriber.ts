import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { found } from '../found.ts';
import { shownAttributes } from './shown-attributes.ts';
import { subscriberColumns } from './subscriber-columns.ts';
import type { Subscriber } from './subscribers.ts';

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

/**
 * Locks subscribers as `lockSubscriber` does, in the order that batches use, and returns them by id. Ignores unknown ids.
 * One statement, however many.
 */
export async function lockSubscribersById(scope: Scope, ids: readonly string[]): Promise<Map<string, Subscriber>> {
  const rows = await run<Subscriber>(
    scope.db,
    sql`select ${subscriberColumns(shownAttributes(sql`${scope.team.id}::int`))} from subscribers s
        where s.team_id = ${scope.team.id} and s.id = any(${[...ids]}::uuid[]) order by s.person_key, s.id for update`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
