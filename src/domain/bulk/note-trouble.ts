import { run, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { endBulkUpdate } from './bulk-updates.ts';

/** After this many failures in a row, about four minutes, a bulk update fails. */
const MAX_TROUBLES = 8;

/** Records a failure of the next chunk. It is retried with growing delays. */
export function noteTrouble(scope: Scope, id: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ troubles: number }>(
      scope.db,
      sql`with held as materialized (
            select now() + make_interval(secs => 2 ^ b.troubles) as lease_until from bulk_updates b
            where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid and b.finished_at is null for update
          )
          update bulk_updates b set troubles = troubles + 1, lease_until = held.lease_until
          from held where b.team_id = ${scope.team.id}::int and b.id = ${id}::uuid
          returning troubles`,
    );
    if (row && row.troubles >= MAX_TROUBLES)
      await endBulkUpdate(scope, id, 'failed', 'The bulk update could not continue because of a server error.');
  });
}
