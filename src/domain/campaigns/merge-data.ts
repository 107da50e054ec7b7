import { type SubscriberData, subscriberValues } from '../audience/subscriber-values.ts';

export interface SenderData {
  id: string;
  name: string;
  listId: string;
  listName: string;
  teamName: string;
  postalAddress: string | null;
}

/** The merge data of a campaign's message, without its links (docs/templates.md). */
export const subscriberMergeData = (campaign: SenderData, subscriber: SubscriberData): Record<string, unknown> => ({
  subscriber: subscriberValues(subscriber),
  list: { id: campaign.listId, name: campaign.listName },
  team: { name: campaign.teamName, postal_address: campaign.postalAddress },
  campaign: { id: campaign.id, name: campaign.name },
  variables: {},
});
