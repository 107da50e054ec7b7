import { exampleId } from './example-ids.ts';
import type { JsonSchema } from './json-schema.ts';
import { pathName } from './path-names.ts';

/** What each part of a path identifies and which operation returns it, by the resource before it. */
const MEANINGS: Readonly<Record<string, string>> = {
  'automation-runs': 'The id of an automation run, from `listAutomationRuns`.',
  automations: 'The id of an automation, from `listAutomations`.',
  campaigns: 'The id of a campaign, from `listCampaigns`.',
  conversions: 'The id of a sale, from `recordConversion` or `listSales`.',
  events: 'The id of an event, from `recordEvent` or `listEvents`.',
  'feedback-sources': 'The id of a feedback source, from `listFeedbackSources`.',
  fields: 'The key of a contact field, such as `city`, from `listContactFields`.',
  forms: 'The id of a sign-up form, from `listForms`.',
  imports: 'The id of an import, from `importSubscribers` or `listImports`.',
  invitations: 'The id of an invitation, from `listInvitations`.',
  jobs: 'The id of a job, from `listBulkUpdates`.',
  lists: 'The id of a list, from `listLists`.',
  media: 'The id of an image, from `listMedia`.',
  members: 'The id of a member, from `listMembers`.',
  messages: 'The id of an e-mail of a campaign or automation, from `listSubscriberActivity`.',
  outbox: 'The id of an e-mail in the outbox, from `listOutboxMessages`.',
  passkeys: 'The id of a passkey, from `listPasskeys`.',
  segments: 'The id of a segment, from `listSegments`.',
  'sending-domains': 'The id of a sending domain, from `listSendingDomains`.',
  'sending-pauses': 'The id of a pause, from `listSendingPauses`.',
  sessions: 'The id of a session, from `listSessions`.',
  subscribers: 'The id of a subscriber: one person in one list. From `createSubscriber` or `listSubscribers`.',
  suppressions: 'The id of a suppression, from `listSuppressions`.',
  tags: 'The id of a tag, from `listTags`.',
  templates: 'The id of a template, from `listTemplates`.',
  tokens: 'The id of an API token, from `listApiTokens`.',
  'transactional-mails': 'The id of a transactional e-mail, from `sendTransactionalMail` or `listTransactionalMails`.',
  transports: 'The id of a transport, from `listTransports`.',
  'webhook-deliveries': 'The id of a delivery, from `listWebhookDeliveries`.',
  webhooks: 'The id of a webhook, from `listWebhooks`.',
};

/** A part of a path as a parameter: `list` of `/lists/:list/segments`. Throws for a resource without a description. */
export function pathParameter(path: string, name: string, schema: JsonSchema): JsonSchema {
  const parts = path.split('/');
  const resource = parts[parts.indexOf(`:${name}`) - 1] as string;
  const description = MEANINGS[resource];
  if (!description) throw new Error(`Describe the ids of ${resource} in src/rest/openapi/path-parameters.ts.`);
  const example = { example: schema.format === 'uuid' ? exampleId(name) : 'city' };
  return { name: pathName(name), in: 'path', required: true, description, schema, ...example };
}
