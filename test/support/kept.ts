import { removeExpired } from '../../src/jobs/remove-expired.ts';
import type { Kept } from '../../src/validation/kept-days.ts';
import type { TestApp } from './app.ts';

/** Removes what is older than these settings keep it, as a worker does every six hours. */
export const removeOlder = ({ installation }: TestApp, keep: Kept): Promise<void> =>
  removeExpired(installation.connection.db, { ...installation.config, keep }, installation.log);
