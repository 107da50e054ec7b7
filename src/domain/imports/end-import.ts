import { run, sql } from '../../database/connect.ts';
import { type Scope, transaction } from '../../scope.ts';
import { noteFailedChunk } from '../leased-work.ts';
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

/** Records a failure of the next chunk. After several in a row the import fails. */
export const noteTrouble = (scope: Scope, importId: string): Promise<void> =>
  transaction(scope, async (scope) => {
    if (await noteFailedChunk(scope, 'imports', importId))
      await giveUp(scope, importId, 'The import could not continue because of a server error.');
  });
