import { continueImport } from '../domain/imports/continue-import.ts';
import { noteTrouble } from '../domain/imports/end-import.ts';
import type { Task } from './task.ts';

/** How long an import keeps a worker before other jobs run. */
const SLICE_MS = 1_000;

/** Imports the next chunks. When a chunk fails, the import itself schedules another try. */
export const runImport: Task<'run-import'> = async ({ scope, payload: { importId }, log }) => {
  try {
    const end = Date.now() + SLICE_MS;
    await continueImport(scope, importId, () => Date.now() >= end);
  } catch (error) {
    log.error({ err: error, import: importId }, 'cannot import the next rows');
    await noteTrouble(scope, importId);
  }
};
