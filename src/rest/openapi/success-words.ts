import type { JsonSchema } from './json-schema.ts';
import { nounOf, summaryOf } from './operation-summary.ts';
import { jsonOf, propertiesOf } from './shapes.ts';

type Words = Readonly<Record<number, (noun: string) => string>>;

const CHANGED: Words = {
  200: (noun) => `The ${noun} after the change.`,
  202: (noun) => `The ${noun} after the change. Its values are being converted.`,
};

const gone = (how: string): Words => ({ 204: (noun) => `The ${noun} is ${how}. The response has no body.` });

/** What a successful response has, by the verb of the operation's id and the status. The noun is that of its summary. */
const BY_VERB: Readonly<Record<string, Words>> = {
  list: { 200: (noun) => `The ${noun}.` },
  get: { 200: (noun) => `The ${noun}.` },
  create: {
    200: (noun) => `The ${noun}, if it existed already.`,
    201: (noun) => `The new ${noun}.`,
    202: () => 'An import that adds the rows. Follow it by its id.',
  },
  duplicate: { 201: (noun) => `The new ${noun}.` },
  update: CHANGED,
  rename: CHANGED,
  pause: CHANGED,
  resume: CHANGED,
  cancel: { ...CHANGED, ...gone('cancelled') },
  schedule: CHANGED,
  unschedule: CHANGED,
  activate: CHANGED,
  archive: CHANGED,
  confirm: CHANGED,
  unsubscribe: CHANGED,
  delete: gone('deleted'),
  revoke: gone('revoked'),
  remove: gone('removed'),
};

const SUBSCRIBER = 'The subscriber after the change.';
const CAMPAIGN = 'The campaign after the change.';
const RENDERED = 'The rendered e-mail.';
const TRIED = 'Whether it works, and if not, why.';
const SIMULATED = 'What would happen, step by step.';
const QUEUED = 'The queued e-mail.';
const REFUND = { 200: 'The refund, if it was recorded already.', 201: 'The new refund.' };

/** Operations whose answer their id does not name. */
const BY_OPERATION: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  createSubscribers: { 200: 'One result for each row, in its order.' },
  addSubscriberTags: { 200: SUBSCRIBER },
  removeSubscriberTags: { 200: SUBSCRIBER },
  startBulkUpdate: {
    200: 'For a dry run: the number of chosen subscriptions.',
    202: 'The job, which continues in the background. Follow it by its id.',
  },
  importSubscribers: { 202: 'The import, which continues in the background. Follow it by its id.' },
  previewImport: { 200: 'How the file reads, with its first rows.' },
  findPeople: { 200: 'The people found.' },
  exportPerson: { 200: 'All data about the person.' },
  erasePerson: { 204: 'The person is erased. The response has no body.' },
  mergeTags: { 200: 'The remaining tag.' },
  deleteSuppressions: { 200: 'How many suppressions were deleted, or would be.' },
  importSuppressions: { 200: 'How many addresses were added.' },
  setPersonTracking: { 200: 'The tracking after the change.' },
  setPersonPreferences: { 200: 'The preferences after the change.' },
  previewForm: { 200: 'The form as a whole HTML document.' },
  previewSegment: { 200: 'How many subscribers match, and how many match each rule.' },
  explainSegment: { 200: 'Whether the subscriber matches, and which rules do.' },
  recordEvent: { 200: 'The event that was recorded before, or a result for each event.', 201: 'The new event.' },
  updateOrder: { 200: 'The sale after the change.' },
  listChanges: { 200: 'The changes after the cursor.' },
  recordConversion: { 200: 'The conversion, if it was recorded already.', 201: 'The new conversion.' },
  refundOrder: REFUND,
  refundConversion: REFUND,
  previewTemplate: { 200: RENDERED },
  renderTemplate: { 200: RENDERED },
  previewTransactionalMail: { 200: RENDERED },
  previewCampaign: { 200: RENDERED },
  testTemplate: { 201: QUEUED },
  testCampaign: { 201: 'The queued e-mails.' },
  uploadMedia: { 200: 'The image, if the team had it already.', 201: 'The new image.' },
  sendTransactionalMail: { 201: QUEUED },
  resendTransactionalMail: { 201: QUEUED },
  resendSubscriberConfirmation: { 201: QUEUED },
  sendTransactionalMails: { 200: 'One result for each e-mail, in its order.' },
  checkCampaign: { 200: 'The number of recipients, problems and warnings.' },
  sendCampaign: { 200: CAMPAIGN },
  getCampaignReportLink: { 200: 'The public link, or null if the report is not shared.' },
  shareCampaignReport: { 200: 'The public link to the report.' },
  revokeCampaignReportLink: { 204: 'The link is revoked. The response has no body.' },
  pickCampaignVariant: { 200: CAMPAIGN },
  resendCampaign: { 201: 'The new campaign, as a draft.' },
  enterAutomation: { 200: 'The reason why the person did not enter.', 201: 'The new run.' },
  exitAutomationRun: { 200: 'The run after the change.' },
  simulateAutomation: { 200: SIMULATED },
  simulateAutomationDefinition: { 200: SIMULATED },
  checkSendingDomain: { 200: 'The sending domain after the check.' },
  rotateDkim: { 200: 'The sending domain after the change.' },
  cancelDkimRotation: { 200: 'The sending domain after the change.' },
  testTransport: { 200: TRIED },
  testWebhook: { 200: TRIED },
  endSendingPause: { 204: 'The pause is ended. The response has no body.' },
  inviteMember: { 201: 'The new invitation.' },
  withdrawInvitation: { 204: 'The invitation is withdrawn. The response has no body.' },
  rotateWebhookSecret: { 200: 'The webhook with its new secret.' },
  redeliverWebhook: { 200: 'How many deliveries are sent again.' },
  redeliverWebhookDelivery: { 200: 'The delivery, which is sent again.' },
};

/** Describes the successful JSON responses of an operation by what they have. */
export function withSuccessWords(
  operationId: string,
  responses: Record<number, JsonSchema>,
): Record<number, JsonSchema> {
  const [, verb = ''] = /^([a-z]+)/.exec(operationId) ?? [];
  const noun = nounOf(operationId);
  const listed = summaryOf(operationId).replace(/^List /, '');
  const described = Object.entries(responses).map(([status, response]) => {
    const description = BY_OPERATION[operationId]?.[Number(status)] ?? BY_VERB[verb]?.[Number(status)]?.(noun);
    const isPage = verb === 'list' && 'links' in propertiesOf(jsonOf(response) ?? {});
    return [
      status,
      description ? { ...response, description: isPage ? `A page of ${listed}.` : description } : response,
    ];
  });
  return Object.fromEntries(described);
}
