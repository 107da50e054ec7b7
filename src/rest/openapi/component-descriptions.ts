import type { JsonSchema } from './json-schema.ts';

/** What components are that no type of the schema describes, such as those that consist of several. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  AccessRefusal: 'Why a caller may not use the operation.',
  ApiError: 'Why a request failed.',
  ApiTokenWithSecret: 'A new API token, with the token that is shown only once.',
  Automation: 'A series of steps for one person at a time.',
  AutomationReport: 'The results of an automation and of each step.',
  AutomationReportStep: 'The results of a step.',
  BouncesCondition: 'Which bounces count.',
  CampaignCheck: 'The recipients of a campaign, and the problems that prevent or disturb it.',
  CampaignMailCondition: 'Which e-mails of a campaign count.',
  CampaignReport: 'The results of a campaign.',
  CampaignReportVariant: 'The results of a variant of an A/B test.',
  CreateSubscribersResult: 'The outcome of a row.',
  DuplicateEvent: 'An event that was recorded before.',
  ExportSubscribersInput: 'Which subscribers to export, and the form of the file.',
  FeedbackSourceWithSecret: 'A new feedback source, with its address and the secret that is shown only once.',
  LastOrderCondition: 'When the last order was.',
  MailingList: 'A list of subscribers with a sender and a language.',
  OrderCountCondition: 'How many orders there are.',
  PageLinks: 'The addresses of other pages.',
  PerformedEventCondition: 'Which events count.',
  Person: 'A person, across all lists.',
  PersonExport: 'All data about a person.',
  PersonExportTotals: 'How many rows of each kind there are.',
  PersonSummary: 'A person with their subscriptions.',
  PreviewSegmentInput: 'The conditions to count.',
  Problem: 'A problem and the field that has it.',
  RecordEventsResult: 'The outcome of an event.',
  RecordedEvent: 'The recorded event.',
  RevenueTotalCondition: 'How much revenue there is.',
  SendTransactionalMailsResult: 'The outcome of an e-mail.',
  SubscriberActivity: 'Something that a subscriber received or did.',
  SubscriberImport: 'A file of people, and how far its import is.',
  SubscriberImportError: 'A failed row, or why the whole import failed.',
  TemplateMailCondition: 'Which e-mails from a template count.',
  TemplateTranslation: 'The content in one language.',
  TemplateTranslationInput: 'The content in one language.',
  TransactionalMail: 'An e-mail to single people, with its state.',
  TriggerPropertyValue: 'The value of a property of the event that started the run.',
  WebhookWithSecret: 'A webhook, with its signing secret.',
};

/** Describes the components that say nothing of themselves. */
export const withDescriptions = (components: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const text = schema.description ?? DESCRIPTIONS[name];
      return [name, text === undefined ? schema : { ...schema, description: text }];
    }),
  );

export const DESCRIBED: readonly string[] = Object.keys(DESCRIPTIONS);
