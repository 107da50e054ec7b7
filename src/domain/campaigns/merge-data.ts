import { type SubscriberData, subscriberValues } from '../content/subscriber-values.ts';

export interface SenderData {
  id: string;
  name: string;
  listId: string;
  listName: string;
  /** As shown in messages (teamValues). */
  team: Record<string, unknown>;
  /** Feed entries of an occurrence. */
  feed?: unknown;
  /** The automation that it belongs to, if it is not a campaign. */
  automation?: { id: string; name: string } | null;
}

/** The merge data shared by all messages of a campaign or an automation e-mail (docs/templates.md). */
export const campaignMergeData = (campaign: SenderData): Record<string, unknown> => ({
  list: { id: campaign.listId, name: campaign.listName },
  team: campaign.team,
  ...(campaign.automation
    ? { automation: campaign.automation }
    : { campaign: { id: campaign.id, name: campaign.name } }),
  variables: {},
  ...(campaign.feed != null && { feed: campaign.feed }),
});

/** The merge data of a single message, without its links. */
export const subscriberMergeData = (subscriber: SubscriberData): Record<string, unknown> => ({
  subscriber: subscriberValues(subscriber),
});
