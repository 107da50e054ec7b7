import { continueImport, noteTrouble } from '../domain/audience/continue-import.ts';
import type { Task } from './task.ts';

/** Does the next chunk of an import. A chunk that cannot be done is kept for later by the import itself. */
export const runImport: Task<'run-import'> = async (scope, { importId }, log) => {
  try {
    await continueImport(scope, importId);
  } catch (error) {
    log.error({ err: error, import: importId }, 'the next rows of an import could not be written');
    await noteTrouble(scope, importId);
  }
};
