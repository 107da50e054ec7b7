import { removeOldMessages } from '../domain/automations/emails/remove-old-messages.ts';
import { removeSomeMessages } from '../domain/campaigns/remove-messages.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Deletes messages past the team's retention for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const removeMessages: Task<'remove-messages'> = async (scope, _payload, _log, _mailer, keep) => {
  const remove = async () =>
    (await removeSomeMessages(scope, keep.messages)) || (await removeOldMessages(scope, keep.messages)) || undefined;
  const more = await forTimeSlice(true, remove);
  if (more) await scope.enqueue('remove-messages', {});
};
