import { run, runOnce, type Sql, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** The last processed subscriber. */
export interface Cursor {
  person: string;
  subscriber: string;
}

/** Subscribers locked at a time: few, so that concurrent writes wait only a moment. */
const AT_ONCE = 1_000;
export const START: Cursor = {
  person: '00000000-0000-0000-0000-000000000000',
  subscriber: '00000000-0000-0000-0000-000000000000',
};

/**
 * Removes a tag from the next subscribers that have it, locked in the order that batches use. Returns where to continue, or
 * undefined if none can be left. `number` is the internal key of the deleted tag. It is never reused, and tags are always
 * shown by looking up their names, so a subscriber that still has the key does not show the tag.
 */
export const stripTag = (scope: Scope, number: number, after: Cursor = START): Promise<Cursor | undefined> =>
  changeTagged(scope, number, sql`array_remove(s.tag_ids, ${number}::int)`, after);

/**
 * Replaces a tag of the next subscribers by another in the same way, once each. Changes to a tag as a whole are not
 * signalled to automations, webhooks and timelines.
 */
export async function replaceTag(scope: Scope, number: number, by: number, after: Cursor): Promise<Cursor | undefined> {
  await run(scope.db, sql`select set_config('tidings.of_all', '1', true)`);
  const without = sql`array_remove(s.tag_ids, ${number}::int)`;
  return changeTagged(scope, number, sql`array_append(array_remove(${without}, ${by}::int), ${by}::int)`, after);
}

async function changeTagged(scope: Scope, number: number, tags: Sql, after: Cursor): Promise<Cursor | undefined> {
  const [last] = await runOnce<Cursor>(
    scope.db,
    sql`with held as materialized (
          select person_key, id from subscribers
          where team_id = ${scope.team.id} and tag_ids @> array[${number}::int]
            and (person_key, id) > (${after.person}::uuid, ${after.subscriber}::uuid)
          order by person_key, id limit ${AT_ONCE} for update
        ), changed as (
          update subscribers s set tag_ids = ${tags}, updated_at = now()
          from held where s.team_id = ${scope.team.id} and s.id = held.id
        )
        select person_key as person, id as subscriber from held
        where (select count(*) from held) = ${AT_ONCE} order by person_key desc, id desc limit 1`,
  );
  return last;
}
