import { binaryArray } from '../../database/binary-array.ts';
import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { type Engagement, noteEngagement } from '../audience/note-engagement.ts';

/** An event that was just recorded. */
export interface RecordedEvent extends Engagement {
  id: string;
}

/**
 * Adds events to the roll-ups that segments read (docs/adr/0017), in the transaction that recorded them. For distributed
 * tables, which have no trigger for it.
 */
export async function noteEvents(scope: Scope, recorded: readonly RecordedEvent[]): Promise<void> {
  if (recorded.length === 0) return;
  const ids = binaryArray(
    'uuid',
    recorded.map(({ id }) => id),
  );
  await run(
    scope.db,
    sql`insert into person_events as known (team_id, person_key, name, count, first_at, last_at)
        select e.team_id, e.person_key, e.name, count(*), min(e.occurred_at), max(e.occurred_at) from events e
        where e.team_id = ${scope.team.id}::int and e.id = any(${ids}::uuid[])
        group by e.team_id, e.person_key, e.name order by e.team_id, e.person_key, e.name
        on conflict (team_id, person_key, name) do update set
          count = known.count + excluded.count,
          first_at = least(known.first_at, excluded.first_at),
          last_at = greatest(known.last_at, excluded.last_at)`,
  );
  await noteEngagement(scope, recorded);
}
