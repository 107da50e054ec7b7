import { sendSomeOfRest } from '../domain/campaigns/send-rest.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/**
 * Sends the winner of an A/B test to the rest for one time slice, and enqueues itself again if there are more. Safe to repeat.
 */
export const sendRest: Task<'send-rest'> = async (scope, { campaignId }) => {
  const more = await forTimeSlice(true, async () => (await sendSomeOfRest(scope, campaignId)) || undefined);
  if (more) await scope.enqueue('send-rest', { campaignId });
};
