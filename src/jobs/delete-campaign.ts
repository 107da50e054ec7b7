import { deleteSomeMessages } from '../domain/campaigns/delete-messages.ts';
import type { Task } from './task.ts';
import { forTimeSlice } from './time-slice.ts';

/** Deletes messages of a campaign for one time slice, and enqueues itself again if there are more. Safe to repeat. */
export const deleteCampaign: Task<'delete-campaign'> = async (scope, { campaignId }) => {
  const more = await forTimeSlice(true, async () => (await deleteSomeMessages(scope, campaignId)) || undefined);
  if (more) await scope.enqueue('delete-campaign', { campaignId }, { key: campaignId });
};
