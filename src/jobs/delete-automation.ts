import { deleteSomeRuns } from '../domain/automations/delete-automation.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Deletes runs of a deleted automation for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const deleteAutomation: Task<'delete-automation'> = async (scope, { automationId }) => {
  const more = await forTimeSlice(true, async () => (await deleteSomeRuns(scope, automationId)) || undefined);
  if (more) await scope.enqueue('delete-automation', { automationId }, { key: `delete ${automationId}` });
};
