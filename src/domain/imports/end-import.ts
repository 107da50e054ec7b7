import { run, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { notifyWebhooks } from '../signals/notify-webhooks.ts';
import { dropChunks } from './import-chunks.ts';

/** Marks an import as failed and deletes the remaining rows. */
export function giveUp(scope: Scope, importId: string, reason: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const failed = await run<{ id: string; list: string }>(
      scope.db,
      sql`update imports set status = 'failed', failure_reason = ${reason}, finished_at = now(), lease_until = null
          where team_id = ${scope.team.id} and id = ${importId}::uuid and finished_at is null
          returning id::text, list_id::text as list`,
    );
    await notifyWebhooks(scope, 'import.failed', failed);
    await dropChunks(scope, importId);
    await scope.publish({ topic: 'import.progressed', teamId: scope.team.id, id: importId });
  });
}

/** After this many failures in a row, about four minutes, the import fails. */
const MAX_TROUBLES = 8;

/** Records a failure of the next chunk. It is retried with growing delays; after MAX_TROUBLES failures the import fails. */
export function noteTrouble(scope: Scope, importId: string): Promise<void> {
  return transaction(scope, async (scope) => {
    const [row] = await run<{ troubles: number }>(
      scope.db,
      sql`with held as materialized (
            select now() + make_interval(secs => 2 ^ i.troubles) as lease_until from imports i
            where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid and i.finished_at is null for update
          )
          update imports i set troubles = troubles + 1, lease_until = held.lease_until
          from held where i.team_id = ${scope.team.id} and i.id = ${importId}::uuid
          returning troubles`,
    );
    if (row && row.troubles >= MAX_TROUBLES) {
      await giveUp(scope, importId, 'The import could not continue because of a server error.');
    }
  });
}
