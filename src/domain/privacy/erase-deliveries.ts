import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';

/**
 * Deletes what was told, or was to be told, to web addresses about a person, with the answers. What a worker is sending now
 * arrives, and leaves nothing here.
 */
export async function eraseDeliveries({ db, team }: Scope, personKey: string): Promise<void> {
  await run(
    db,
    sql`with theirs as materialized (
          select id from webhook_deliveries where team_id = ${team.id}::int and person_key = ${personKey}::uuid
          order by id for update
        )
        delete from webhook_deliveries d using theirs where d.team_id = ${team.id}::int and d.id = theirs.id returning d.id`,
  );
}
