import { type SubscriberData, subscriberValues } from '../audience/subscriber-values.ts';

export interface SenderData {
  id: string;
  name: string;
  listId: string;
  listName: string;
  /** As messages show it (teamValues). */
  team: Record<string, unknown>;
}

/** The merge data of a campaign's message, without its links (docs/templates.md). */
export const subscriberMergeData = (campaign: SenderData, subscriber: SubscriberData): Record<string, unknown> => ({
  subscriber: subscriberValues(subscriber),
  list: { id: campaign.listId, name: campaign.listName },
  team: campaign.team,
  campaign: { id: campaign.id, name: campaign.name },
  variables: {},
});
