import { runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/** How far the subscribers of a team were gone through. */
export interface Place {
  person: string;
  subscriber: string;
}

/** So many are locked at a time: nobody who writes them waits for longer than a blink. */
const AT_ONCE = 1_000;
const START: Place = {
  person: '00000000-0000-0000-0000-000000000000',
  subscriber: '00000000-0000-0000-0000-000000000000',
};

/**
 * Takes a tag from the next subscribers that hold it, in the order in which batches lock theirs. Gives where to go on,
 * or undefined when no more can be left. `number`: the key inside of a tag that is gone. It is given to no other tag and
 * all that shows tags asks for their names, so who holds it for a while longer shows it no more.
 */
export async function stripTag(scope: Scope, number: number, after: Place = START): Promise<Place | undefined> {
  const [last] = await runOnce<Place>(
    scope.db,
    sql`with held as materialized (
          select person_key, id from subscribers
          where team_id = ${scope.team.id} and tag_ids @> array[${number}::int]
            and (person_key, id) > (${after.person}::uuid, ${after.subscriber}::uuid)
          order by person_key, id limit ${AT_ONCE} for update
        ), changed as (
          update subscribers s set tag_ids = array_remove(s.tag_ids, ${number}::int), updated_at = now()
          from held where s.team_id = ${scope.team.id} and s.id = held.id
        )
        select person_key as person, id as subscriber from held
        where (select count(*) from held) = ${AT_ONCE} order by person_key desc, id desc limit 1`,
  );
  return last;
}
