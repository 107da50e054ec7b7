import { type SubscriberData, subscriberValues } from '../content/subscriber-values.ts';

export interface SenderData {
  id: string;
  name: string;
  listId: string;
  listName: string;
  /** As messages show it (teamValues). */
  team: Record<string, unknown>;
  /** What an occurrence was given of its feed. */
  feed?: unknown;
  /** Whose e-mail it is, if it is no campaign. */
  automation?: { id: string; name: string } | null;
}

/** The merge data that all messages of a campaign, or of an automation's e-mail, share (docs/templates.md). */
export const campaignMergeData = (campaign: SenderData): Record<string, unknown> => ({
  list: { id: campaign.listId, name: campaign.listName },
  team: campaign.team,
  ...(campaign.automation
    ? { automation: campaign.automation }
    : { campaign: { id: campaign.id, name: campaign.name } }),
  variables: {},
  ...(campaign.feed != null && { feed: campaign.feed }),
});

/** What each message has of its own, without its links. */
export const subscriberMergeData = (subscriber: SubscriberData): Record<string, unknown> => ({
  subscriber: subscriberValues(subscriber),
});
