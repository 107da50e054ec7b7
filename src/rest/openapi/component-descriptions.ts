import { BODY_KEYS, bodyWords } from './body-descriptions.ts';
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

/** What keys of components are, where the schema says nothing, by component or for all. */
const KEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Automation: { warnings: 'The problems that do not prevent activation.' },
  AutomationReport: {
    exited: 'The number of runs that ended early, by reason.',
    steps: 'The results of each step, in order.',
  },
  CampaignCheck: {
    problems: 'The problems that prevent sending. Empty if there is none.',
    warnings: 'The problems that do not prevent sending.',
  },
  CampaignReport: {
    unsubscribe_reasons: 'The number of unsubscribes by reason.',
    variants: 'The results of each variant of an A/B test. Empty without a test.',
    withheld: 'The number of messages that were not sent, by reason.',
  },
  CampaignReportVariant: {
    unsubscribe_reasons: 'The number of unsubscribes by reason.',
    withheld: 'The number of messages that were not sent, by reason.',
  },
  DuplicateEvent: { status: 'The event was recorded before.' },
  PersonExportTotals: {
    automation_runs: 'The number of automation runs.',
    campaign_messages: 'The number of e-mails of campaigns and automations.',
    events: 'The number of events.',
    feedback: 'The number of bounces and complaints.',
    sales: 'The number of sales.',
    sign_ups: 'The number of sign-ups by form.',
    subscriptions: 'The number of subscriptions.',
    touches: 'The number of opens and clicks.',
    transactional_mails: 'The number of transactional e-mails.',
  },
  Problem: { message: 'What is wrong, for people.', path: 'The field with the problem.' },
  RecordedEvent: { status: 'The event was recorded now.' },
  RunEvent: {
    currency: 'The currency of the value. Null without a value.',
    name: 'The name of the event.',
    occurred_at: 'When the event happened.',
    properties: 'The properties of the event.',
    value: "In the currency's smallest unit. Null without a value.",
  },
  SubscriberActivity: {
    campaign: 'The e-mail of a campaign or automation. Null for other types.',
    change: 'The change of the subscription. Null for other types.',
    event: 'The event. Null for other types.',
    feedback: 'The bounce or complaint. Null for other types.',
    mail: 'The transactional e-mail. Null for other types.',
    touch: 'The open or click. Null for other types.',
    type: 'What happened.',
  },
  TemplateTranslation: {
    content: "The content. Null: that of the template's own language.",
    subject: "The subject. Null: that of the template's own language.",
    text: 'The text part. Null: made from the content.',
  },
};

function withKeys(name: string, schema: JsonSchema): JsonSchema {
  const known = { ...(bodyWords(name, schema) && BODY_KEYS), ...KEYS[name.replace(/Input$/, '')] };
  if (!schema.properties || Object.keys(known).length === 0) return schema;
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(([key, value]) => {
    const isSilent = value.description === undefined && value.$ref === undefined;
    return [key, isSilent && known[key] ? { ...value, description: known[key] } : value];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Describes the components that say nothing of themselves. */
export const withDescriptions = (components: Record<string, JsonSchema>): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const text = schema.description ?? DESCRIPTIONS[name] ?? bodyWords(name, schema);
      const whole = withKeys(name, schema);
      return [name, text === undefined ? whole : { ...whole, description: text }];
    }),
  );

export const DESCRIBED: readonly string[] = Object.keys(DESCRIPTIONS);
