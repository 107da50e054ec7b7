import { inWords, spelled } from './operation-name.ts';

/** Summaries of operations whose ids, in words, would say too little. */
const OTHERWISE: Readonly<Record<string, string>> = {
  addSubscriberTags: 'Add tags to a subscriber',
  cancelDkimRotation: 'Cancel the rotation of a DKIM key',
  createSubscribers: 'Create up to 1,000 subscribers',
  deleteMedia: 'Delete an image',
  deleteSuppressions: 'Delete suppressions by reason and time',
  downloadImportFailedRows: 'Download the failed rows of an import',
  downloadSubscribers: 'Download the subscribers of a list',
  enterAutomation: 'Enter a person into an automation',
  erasePerson: 'Erase all data of a person',
  explainSegment: 'Explain why a subscriber is in a segment',
  exportAuditLog: 'Export the audit log',
  exportCampaignRecipients: 'Export the recipients of a campaign',
  exportPerson: 'Export all data of a person',
  exportSubscribers: 'Export the subscribers of a list',
  findPeople: 'Find people',
  getAutomationReport: 'Get the report of an automation',
  getCampaignComparison: 'Get the usual results to compare a campaign with',
  getCampaignReport: 'Get the report of a campaign',
  getCampaignReportLink: 'Get the public link to a report',
  getContactFieldConversion: 'Get the last conversion of a contact field',
  getInstallation: 'Get the installation',
  getMedia: 'Get an image',
  getMediaUses: 'Get the uses of an image',
  getOutboxMessage: 'Get a message in the outbox',
  getRevenue: 'Get the revenue of a period',
  getStatusCounts: 'Get the number of subscribers by status',
  getTeam: 'Get the team',
  getTemplateUses: 'Get the uses of a template',
  getUnsubscribeReasons: 'Get the unsubscribe reasons of a list',
  getUsage: 'Get the usage of the team',
  getViewer: 'Get the signed-in member',
  importSubscribers: 'Import subscribers from a file',
  importSuppressions: 'Import suppressions from a file',
  listAllSegments: 'List the segments of all lists',
  listAllPeople: 'List the people of all lists',
  listAutomationRuns: 'List the runs of an automation',
  listAutomationStepCounts: 'List the steps of an automation with their runs',
  listAutomationVersions: 'List the versions of an automation',
  listCampaignAudience: 'List the people who would get a campaign',
  listCampaignRecipients: 'List the recipients of a campaign',
  listChanges: 'List or follow changes',
  listEventProperties: 'List the properties of an event name',
  listEvents: 'List the events of a person',
  listFormSignUps: 'List the sign-ups of a form',
  listGrowth: 'List the growth of a list by period',
  listImportErrors: 'List the failed rows of an import',
  listImportSkippedValues: 'List the skipped values of an import',
  listMedia: 'List images',
  listMessageTimelineEntries: 'List the history of a message',
  listLoggedRequests: 'List the last API calls',
  listOutboxMessages: 'List messages in the outbox',
  listRecordedEvents: 'List the events of the team',
  listReputation: 'List delivery results by day and provider',
  listSegmentCampaigns: 'List the campaigns to a segment',
  listSegmentSubscribers: 'List the subscribers in a segment',
  listSegments: 'List the segments of a list',
  listSendingDomainReports: 'List reports on a sending domain',
  listSubscriberActivity: 'List the activity of a subscriber',
  listSubscribers: 'List the subscribers of a list',
  listSubscriptions: 'List the subscriptions of a person',
  listTemplateCampaigns: 'List the campaigns with a template',
  listTransactionalMailTimelineEntries: 'List the history of a transactional e-mail',
  listWebhookDeliveries: 'List the deliveries of a webhook',
  mergeTags: 'Merge two tags',
  pickCampaignVariant: 'Pick the winning variant of a campaign',
  recordEvent: 'Record one or several events',
  redeliverWebhook: 'Redeliver the failed deliveries of a webhook',
  refundOrder: 'Refund an order by its reference',
  removeSubscriberTags: 'Remove tags from a subscriber',
  resendCampaign: 'Resend a campaign to people who did not react',
  resendSubscriberConfirmation: 'Resend a confirmation e-mail',
  revokeCampaignReportLink: 'Revoke the public link to a report',
  rotateDkim: 'Rotate the DKIM key of a sending domain',
  rotateWebhookSecret: 'Rotate the secret of a webhook',
  sendTransactionalMails: 'Send up to 100 transactional e-mails',
  setPersonPreferences: 'Set the preferences of a person',
  setPersonTracking: 'Turn tracking of a person on or off',
  shareCampaignReport: 'Create a public link to a report',
  simulateAutomationDefinition: 'Simulate an unsaved automation',
  unsubscribeSubscriber: 'Unsubscribe a subscriber',
  updateMedia: 'Update an image',
  updateOrder: 'Correct the value of an order by its reference',
  updateTeam: 'Update the team',
  updateViewer: 'Update the signed-in member',
  uploadMedia: 'Upload an image',
};

/** `Create an API token` for `createApiToken`, and `List campaigns` for `listCampaigns`. */
export function summaryOf(operationId: string): string {
  const known = OTHERWISE[operationId];
  if (known) return known;
  const [verb = '', ...words] = inWords(operationId).split(' ');
  const noun = spelled(words.join(' '));
  if (/(?<!s)s$/.test(noun)) return `${verb} ${noun}`;
  return `${verb} ${/^[aeiouA]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The noun of a summary without its article: `report of a campaign`. */
export const nounOf = (operationId: string): string => summaryOf(operationId).replace(/^\S+ (?:(?:an?|the) )?/, '');

/** Operations with a summary of their own. */
export const SUMMARISED: readonly string[] = Object.keys(OTHERWISE);
