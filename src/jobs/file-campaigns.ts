import { fileNextCampaign } from '../domain/campaigns/file-campaign.ts';
import type { Task } from './task.ts';

/** Puts the messages of all campaigns that are to be sent into the ledger. */
export const fileCampaigns: Task<'file-campaigns'> = async ({ db }) => {
  while (await fileNextCampaign(db));
};
