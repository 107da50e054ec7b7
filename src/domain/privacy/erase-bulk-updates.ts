import { run, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { hintOf } from './erase-import-rows.ts';

const REASON = 'It named a person who was erased.';

/** Ends the bulk updates that have not ended and whose choice of people or settings contain an address. They keep neither. */
export async function eraseBulkUpdates(scope: Scope, email: string): Promise<void> {
  const ended = await run<{ id: string }>(
    scope.db,
    sql`update bulk_updates set status = 'failed', failure_reason = ${REASON}::text, people = null, settings = '{}',
          finished_at = now(), lease_until = null
        where team_id = ${scope.team.id}::int and finished_at is null
          and position(${hintOf(email)} in lower(people::text || settings::text)) > 0
        returning id::text`,
  );
  await scope.publish(
    ...ended.map(({ id }) => ({ topic: 'bulk-update.progressed' as const, teamId: scope.team.id, id })),
  );
}
