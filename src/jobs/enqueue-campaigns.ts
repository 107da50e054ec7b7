import { enqueueNextCampaign } from '../domain/campaigns/enqueue-campaign.ts';
import type { Task } from './task.ts';

/** Puts the messages of all due campaigns into the ledger. */
export const enqueueCampaigns: Task<'enqueue-campaigns'> = async ({ db }) => {
  while (await enqueueNextCampaign(db));
};
