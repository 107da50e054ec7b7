/**
 * Fragments whose names would shadow something in a program, or mean something else there: `Event` is a browser's, and a
 * `Conversion` is a sale.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  Change: 'SubscriberChange',
  Conversion: 'FieldConversion',
  Event: 'TrackedEvent',
  FeedChange: 'WebhookNotification',
  Field: 'ContactField',
  FiledMessage: 'OutboxMessage',
  Import: 'SubscriberImport',
  LoggedMail: 'TransactionalMail',
  Mail: 'TransactionalMailSummary',
  Message: 'CampaignMessage',
  MessageEvent: 'MessageEventType',
  Reaction: 'MessageReaction',
  RecordedConversion: 'Conversion',
  Reported: 'MessageFeedback',
  Subscription: 'PersonSubscription',
  Token: 'ApiToken',
  UpdatedSale: 'UpdatedConversion',
};

/** The component with a fragment's fields. */
export const componentName = (fragment: string): string => OTHERWISE[fragment] ?? fragment;
