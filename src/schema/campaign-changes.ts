import { type Campaign, readCampaign } from '../domain/campaigns/campaigns.ts';
import type { BoundedQueue } from '../live/bounded-queue.ts';
import type { Context } from './context.ts';
import { watched } from './watched.ts';

/** The campaign now, then after each change of it or its report until it is deleted. Throws NotFoundError. */
export async function campaignChanges(context: Context, campaignId: unknown): Promise<BoundedQueue<Campaign>> {
  const { teamId, id } = await readCampaign(context.scope, campaignId);
  const { liveCampaigns } = context.installation;
  const changes = watched(context, (teamId, onEnd) => liveCampaigns.read(teamId, { id }, onEnd));
  liveCampaigns.take({ topic: 'campaign.progressed', teamId, id });
  return changes;
}

/** Each campaign of the team that changes. */
export const allCampaignChanges = (context: Context): BoundedQueue<Campaign> =>
  watched(context, (teamId, onEnd) => context.installation.liveCampaigns.read(teamId, {}, onEnd));
