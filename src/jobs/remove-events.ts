import { removeSomeEvents } from '../domain/insight/remove-events.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Deletes events past the team's retention for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const removeEvents: Task<'remove-events'> = async (scope, { from }, _log, _mailer, keep) => {
  const position = await forTimeSlice(from, (from) => removeSomeEvents(scope, from, keep.events));
  if (position) await scope.enqueue('remove-events', { from: position });
};
