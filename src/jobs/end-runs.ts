import { endArchived } from '../domain/automations/end-archived.ts';
import { transaction } from '../scope.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Ends runs of an archived automation for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const endRuns: Task<'end-runs'> = async (scope, { automationId }) => {
  const end = () => transaction(scope, (scope) => endArchived(scope, automationId));
  const more = await forTimeSlice(true, async () => (await end()) || undefined);
  if (more) await scope.enqueue('end-runs', { automationId }, { key: `end runs ${automationId}` });
};
