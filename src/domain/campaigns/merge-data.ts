/** The subscriber's part of the merge data. */
export interface SubscriberData {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  locale: string | null;
  timezone: string | null;
  tags: readonly string[];
  attributes: Record<string, unknown>;
  subscribedAt: Date | null;
}

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
  subscriber: {
    id: subscriber.id,
    email: subscriber.email,
    first_name: subscriber.firstName,
    last_name: subscriber.lastName,
    locale: subscriber.locale,
    timezone: subscriber.timezone,
    tags: subscriber.tags,
    attributes: subscriber.attributes,
    subscribed_at: subscriber.subscribedAt?.toISOString() ?? null,
  },
  list: { id: campaign.listId, name: campaign.listName },
  team: { name: campaign.teamName, postal_address: campaign.postalAddress },
  campaign: { id: campaign.id, name: campaign.name },
  variables: {},
});
