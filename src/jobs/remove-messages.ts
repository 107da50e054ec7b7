import { removeSomeMessages } from '../domain/campaigns/remove-messages.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Removes messages that the team no longer keeps, for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const removeMessages: Task<'remove-messages'> = async (scope) => {
  const more = await forTimeSlice(true, async () => (await removeSomeMessages(scope)) || undefined);
  if (more) await scope.enqueue('remove-messages', {});
};
