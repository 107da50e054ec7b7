import { type Scope, transaction } from '../../scope.ts';
import { noteFailedChunk } from '../leased-work.ts';
import { endBulkUpdate } from './bulk-updates.ts';

/** Records a failure of the next chunk. After several in a row the bulk update fails. */
export const noteTrouble = (scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    if (await noteFailedChunk(scope, 'bulk_updates', id))
      await endBulkUpdate(scope, id, 'failed', 'The bulk update could not continue because of a server error.');
  });
