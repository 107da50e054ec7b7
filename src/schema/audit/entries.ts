import { FIELD_KEY } from '../../domain/audience/attributes.ts';
import { always, byMembers, type Called, type Entry, type NoEntry, named, never, usualEntry } from './entry.ts';

const argument = ({ args }: Called) => ({ id: args.id as string });
const list = ({ args }: Called) => ({ id: args.listId as string });
const nobody = () => ({});

/**
 * How mutations are recorded in the audit log (docs/audit-log.md), except for `createX`, `updateX` and `deleteX` with
 * an action in audited.ts.
 */
export const MUTATIONS: Readonly<Record<string, Entry | NoEntry>> = {
  updateTeam: always('team.changed', { object: ({ result }) => ({ id: result?.publicId, name: result?.name }) }),
  loadSampleData: always('sample_data.loaded', { object: nobody, long: true }),
  removeSampleData: always('sample_data.removed', {
    object: ({ result }) => ({ count: result.people }),
    changes: ({ result }) => result.people > 0,
    long: true,
  }),
  createApiToken: always('token.created', { object: ({ result }) => named('token.created', result.details) }),
  updateApiToken: always('token.changed', { apart: true }), // its process must see this after the commit
  revokeApiToken: always('token.revoked', { apart: true }),

  deleteList: always('list.deleted', { long: true }),
  createContactField: always('field.created'),
  updateContactField: always('field.changed', { object: field, apart: true }),
  deleteContactField: always('field.deleted', { object: field, apart: true }),
  renameTag: always('tag.renamed'),
  mergeTags: always('tag.merged'),

  createSubscriber: byMembers('subscriber.subscribed', { object: ({ result }) => ({ id: result.subscriber.id }) }),
  createSubscribers: byMembers('list.people_subscribed', {
    object: (call) => ({ ...list(call), count: call.args.subscribers.length }),
  }),
  updateSubscriber: byMembers('subscriber.changed'),
  confirmSubscriber: byMembers('subscriber.confirmed'),
  resendSubscriberConfirmation: byMembers('subscriber.confirmation_resent'),
  unsubscribeSubscriber: byMembers('subscriber.unsubscribed'),
  addSubscriberTags: byMembers('subscriber.tagged'),
  removeSubscriberTags: byMembers('subscriber.untagged'),
  setPersonPreferences: byMembers('person.preferences_changed', { object: nobody }),
  setPersonTracking: byMembers('person.tracking_changed', { object: nobody }),
  erasePerson: always('person.erased', { object: nobody, long: true }), // the address must not be stored anywhere else

  createSuppression: byMembers('suppression.created', { object: ({ result }) => ({ id: result.suppression.id }) }),
  deleteSuppressions: always('suppression.lifted', {
    object: ({ result }) => ({ count: result.suppressions + result.subscriptions }),
    changes: ({ result }) => !result.dryRun,
    long: true,
  }),
  importSuppressions: always('suppression.imported', {
    object: ({ result }) => ({ count: result?.added }),
    apart: true,
  }),

  startBulkUpdate: always('bulk_update.started', {
    object: ({ result }) => ({ id: result?.bulkUpdate?.id, name: result?.bulkUpdate?.action, count: result?.total }),
    changes: ({ result }) => result?.bulkUpdate !== null,
    long: true,
  }),
  cancelBulkUpdate: always('bulk_update.cancelled', { object: argument }),

  importCsv: always('import.started', { object: imported, apart: true }),
  startImport: always('import.started', { object: imported }),
  cancelImport: always('import.cancelled', { object: imported }),
  receiveImport: never('only stores the file; startImport applies it'),
  discardImport: never('nothing was applied'),

  updateMember: always('member.changed', { apart: true }), // its process must see this after the commit
  removeMember: always('member.removed', { apart: true }),
  inviteMember: always('member.invited'),
  createInvitationLink: always('member.invitation_link_created', {
    object: ({ result }) => ({ id: result?.invitation.id }),
  }),
  createSignInLink: always('member.sign_in_link_created', { object: argument }),
  withdrawInvitation: always('member.invitation_withdrawn'),
  updateViewer: never('affects only their own account'),
  removePasskey: never('src/domain/audit/record-sign-ins.ts records it in each of their teams'),
  revokeSession: never("src/domain/audit/record-sign-ins.ts records it in the session's team"),

  createWebhook: always('webhook.created', { object: ({ result }) => named('webhook.created', result.details) }),
  rotateWebhookSecret: always('webhook.secret_rotated', {
    object: ({ result }) => named('webhook.secret_rotated', result.details),
  }),
  testWebhook: always('webhook.tested', { object: argument, apart: true }),
  redeliverWebhookDelivery: byMembers('webhook.redelivered', { object: ({ result }) => ({ id: result.webhookId }) }),
  redeliverWebhook: byMembers('webhook.redelivered', {
    object: (call) => ({ ...argument(call), count: call.result.count }),
    long: true,
  }),

  createTemplate: always('template.created', { apart: true }),
  updateTemplate: always('template.changed', { apart: true }),
  testTemplate: always('template.tested', { object: argument }),

  uploadMedia: always('media.uploaded', { object: uploaded, apart: true }),
  publishMedia: always('media.uploaded', { object: uploaded }),
  receiveMedia: never('hidden until publishMedia'),
  discardMedia: never('was never visible'),

  duplicateCampaign: always('campaign.duplicated'),
  resendCampaign: always('campaign.resend_created'),
  testCampaign: always('campaign.tested', { object: (call) => ({ ...argument(call), count: call.result.length }) }),
  sendCampaign: always('campaign.sent', { apart: true }),
  scheduleCampaign: always('campaign.scheduled', { apart: true }),
  unscheduleCampaign: always('campaign.unscheduled'),
  pauseCampaign: always('campaign.paused'),
  resumeCampaign: always('campaign.resumed'),
  cancelCampaign: always('campaign.cancelled'),
  shareCampaignReport: always('campaign.report_shared'),
  revokeCampaignReportLink: always('campaign.report_link_revoked'),
  pickCampaignVariant: always('campaign.variant_picked'),

  createReadyMadeAutomation: always('automation.created', { apart: true }),
  updateAutomation: always('automation.changed', { long: true }),
  duplicateAutomation: always('automation.duplicated'),
  activateAutomation: always('automation.activated', { long: true }),
  pauseAutomation: always('automation.paused', { long: true }),
  archiveAutomation: always('automation.archived', { long: true }),
  enterAutomation: byMembers('automation.person_entered', { object: argument }),
  exitAutomationRun: byMembers('automation.run_ended', { object: ({ result }) => ({ id: result.automationId }) }),

  recordEvent: byMembers('event.recorded', { object: ({ result }) => ({ id: result.id }) }),
  recordEvents: byMembers('event.recorded', { object: ({ args }) => ({ count: args.events.length }) }),
  recordSale: byMembers('conversion.recorded'),
  updateSale: byMembers('conversion.changed'),
  updateSaleByReference: byMembers('conversion.changed'),
  refundSale: byMembers('conversion.refunded', { object: ({ result }) => ({ id: result.saleId }) }),
  refundSaleByReference: byMembers('conversion.refunded', { object: ({ result }) => ({ id: result.saleId }) }),

  sendTransactionalMail: byMembers('mail.created'),
  sendTransactionalMails: byMembers('mail.created', { object: ({ args }) => ({ count: args.mails.length }) }),
  cancelTransactionalMail: byMembers('mail.cancelled'),
  resendTransactionalMail: byMembers('mail.resent'),

  testTransport: never('changes nothing'),
  findBrand: never('changes nothing'),
  endSendingPause: always('transport.pause_ended', { object: ({ result }) => ({ id: result.deleted.transportId }) }),
  createSendingDomain: always('sending_domain.created', { apart: true }),
  checkSendingDomain: never('only queries DNS'),
  rotateDkim: always('sending_domain.dkim_rotation_started', { apart: true }),
  cancelDkimRotation: always('sending_domain.dkim_rotation_cancelled'),
  connectGmailPostmaster: always('gmail_postmaster.connected', { object: nobody }),
  testGmailPostmaster: never('only asks Google'),
  disconnectGmailPostmaster: always('gmail_postmaster.disconnected', {
    object: nobody,
    changes: ({ result }) => result.disconnected,
  }),
  createFeedbackSource: always('feedback_source.created', {
    object: ({ result }) => named('feedback_source.created', result.details),
  }),
};

/** How a mutation is recorded. A mutation without an entry fails at the start. */
export const entryOf = (mutation: string): Entry | NoEntry | undefined => MUTATIONS[mutation] ?? usualEntry(mutation);

/** How file downloads are recorded, before the first part. */
export const FILES: Readonly<Record<string, Entry>> = {
  exportSubscribers: always('list.exported', { object: list }),
  exportRecipients: always('campaign.recipients_exported', { object: ({ args }) => ({ id: args.campaignId }) }),
  exportFailedRows: always('import.failed_rows_exported', { object: ({ args }) => ({ id: args.importId }) }),
  exportAuditLog: always('audit_log.exported', { object: nobody }),
};

function field({ args, result }: Called) {
  const row = result?.deleted ?? result;
  return { id: row?.id, name: row?.key ?? (FIELD_KEY.test(String(args.key)) ? args.key : null) };
}

function uploaded({ result }: Called) {
  return result ? named('media.uploaded', result.media) : {};
}

function imported({ args, result }: Called) {
  return { id: result?.id ?? args.id, name: result?.fileName, count: result?.total };
}
