import { removeNoLongerKept } from '../../src/jobs/remove-no-longer-kept.ts';
import type { Kept } from '../../src/validation/kept-days.ts';
import type { TestApp } from './app.ts';

/** Removes what is older than these settings keep it, as a worker does every six hours. */
export const removeOlder = ({ installation }: TestApp, keep: Kept): Promise<void> =>
  removeNoLongerKept(installation.connection.db, { ...installation.config, keep }, installation.log);
