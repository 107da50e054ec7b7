import { continueImport, noteTrouble } from '../domain/imports/continue-import.ts';
import type { Task } from './task.ts';

/** How long an import keeps a worker before others have their turn. */
const TURN_MS = 1_000;

/** Does the next chunks of an import. A chunk that cannot be done is kept for later by the import itself. */
export const runImport: Task<'run-import'> = async (scope, { importId }, log) => {
  try {
    const end = Date.now() + TURN_MS;
    for (let more = true, last = false; more && !last; ) {
      last = Date.now() >= end;
      more = await continueImport(scope, importId, last);
    }
  } catch (error) {
    log.error({ err: error, import: importId }, 'the next rows of an import could not be written');
    await noteTrouble(scope, importId);
  }
};
