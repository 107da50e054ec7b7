/** The data of a subscriber that a message may show. */
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

/** `subscriber` of the merge data (docs/templates.md). */
export const subscriberValues = (subscriber: SubscriberData): Record<string, unknown> => ({
  id: subscriber.id,
  email: subscriber.email,
  first_name: subscriber.firstName,
  last_name: subscriber.lastName,
  locale: subscriber.locale,
  timezone: subscriber.timezone,
  tags: subscriber.tags,
  attributes: subscriber.attributes,
  subscribed_at: subscriber.subscribedAt?.toISOString() ?? null,
});
