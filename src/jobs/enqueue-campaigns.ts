import { enqueueNextCampaign } from '../domain/campaigns/enqueue-campaign.ts';
import type { Task } from './task.ts';

/** Puts the messages of all campaigns that are to be sent into the ledger. */
export const enqueueCampaigns: Task<'enqueue-campaigns'> = async ({ db }) => {
  while (await enqueueNextCampaign(db));
};
