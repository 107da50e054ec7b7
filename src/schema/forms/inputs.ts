import type { z } from 'zod';
import { fieldChange, fieldInput } from '../../domain/audience/contact-fields.ts';
import { unsubscribeInput } from '../../domain/audience/leaving-reasons.ts';
import { liftFilters } from '../../domain/audience/lift-suppressions.ts';
import { listChange, listInput } from '../../domain/audience/lists.ts';
import { mergeInput } from '../../domain/audience/merge-tags.ts';
import { preferencesInput, trackingInput } from '../../domain/audience/person-preferences.ts';
import { subscriberChange, subscriberInput } from '../../domain/audience/subscriber-row.ts';
import { suppressionInput } from '../../domain/audience/suppressions.ts';
import { tagInput } from '../../domain/audience/tag-catalogue.ts';
import { tagsInput } from '../../domain/audience/tag-subscriber.ts';
import { auditFilters } from '../../domain/audit/audit-entries.ts';
import { automationChange, automationInput } from '../../domain/automations/automation-input.ts';
import { readyMadeInput } from '../../domain/automations/ready-made/create-from-ready-made.ts';
import { enterInput } from '../../domain/automations/runs/enter.ts';
import { simulationInput } from '../../domain/automations/simulation/simulation-input.ts';
import { bulkUpdateInput } from '../../domain/bulk/start-bulk-update.ts';
import { campaignChange, campaignInput } from '../../domain/campaigns/campaign-input.ts';
import { pickInput } from '../../domain/campaigns/decide-ab-test.ts';
import { recipientFilters } from '../../domain/campaigns/recipient-filters.ts';
import { resendInput } from '../../domain/campaigns/resend-campaign.ts';
import { scheduleForm } from '../../domain/campaigns/schedule.ts';
import { campaignTestInput } from '../../domain/campaigns/test-campaign.ts';
import { templateChange, templateInput } from '../../domain/content/template-input.ts';
import { formChange, formInput } from '../../domain/forms/form-input.ts';
import { formPreview } from '../../domain/forms/preview-form.ts';
import { subscriberBatch } from '../../domain/imports/subscribe-batch.ts';
import { eventInput } from '../../domain/insight/event-input.ts';
import { conversionInput } from '../../domain/insight/record-conversion.ts';
import { eventBatch } from '../../domain/insight/record-events.ts';
import { orderRefundInput, refundInput } from '../../domain/insight/refund.ts';
import { orderChange, saleChange } from '../../domain/insight/update-sale.ts';
import { mediaChange } from '../../domain/media/media.ts';
import { invitationInput } from '../../domain/members/invitations.ts';
import { memberChange, viewerChange } from '../../domain/members/members.ts';
import { teamChange } from '../../domain/platform/team-settings.ts';
import { teamTokenInput, tokenChange } from '../../domain/platform/team-tokens.ts';
import { MAX_CALLS } from '../../domain/platform/tokens.ts';
import { erasureInput } from '../../domain/privacy/erase-person.ts';
import { allPeopleFilters } from '../../domain/segments/all-people.ts';
import { subscriberFilters } from '../../domain/segments/list-subscribers.ts';
import { segmentChange, segmentInput } from '../../domain/segments/segments.ts';
import { sourceChange, sourceInput } from '../../domain/sending/feedback-sources.ts';
import { mailFilters } from '../../domain/sending/list-mails.ts';
import { mailInput } from '../../domain/sending/mail-input.ts';
import { previewInput } from '../../domain/sending/preview-template.ts';
import { renderInput } from '../../domain/sending/rendered-template.ts';
import { rotationInput } from '../../domain/sending/rotate-dkim.ts';
import { mailBatch } from '../../domain/sending/send-mails.ts';
import { domainInput } from '../../domain/sending/sending-domains.ts';
import { testInput } from '../../domain/sending/transactional-mails.ts';
import { transportChange, transportInput } from '../../domain/transports/transport-input.ts';
import { viewChange, viewInput } from '../../domain/views/view-input.ts';
import { redeliverInput } from '../../domain/webhooks/redeliver.ts';
import { webhookChange, webhookInput } from '../../domain/webhooks/webhook-input.ts';

/**
 * The rules by which the domain validates inputs, by input type. OpenAPI takes lengths, bounds, patterns and formats from
 * them (docs/adr/0184). Types inside an input take theirs from its rule.
 */
export const INPUT_RULES: Readonly<Record<string, z.ZodType>> = {
  AuditLogFilter: auditFilters,
  RecipientFilter: recipientFilters,
  PersonFilter: allPeopleFilters,
  SubscriberFilter: subscriberFilters,
  TransactionalMailFilter: mailFilters,
  AddSubscriberTagsInput: tagsInput,
  CreateAutomationInput: automationInput,
  CreateCampaignInput: campaignInput,
  CreateContactFieldInput: fieldInput,
  CreateFeedbackSourceInput: sourceInput,
  CreateFormInput: formInput,
  CreateListInput: listInput,
  CreateReadyMadeAutomationInput: readyMadeInput,
  CreatePeopleViewInput: viewInput,
  CreateSegmentInput: segmentInput,
  CreateSendingDomainInput: domainInput,
  CreateSuppressionInput: suppressionInput,
  CreateTagInput: tagInput,
  CreateTemplateInput: templateInput,
  CreateApiTokenInput: teamTokenInput(MAX_CALLS),
  CreateTransportInput: transportInput,
  CreateWebhookInput: webhookInput,
  EnterAutomationInput: enterInput,
  ErasePersonInput: erasureInput,
  InviteMemberInput: invitationInput,
  DeleteSuppressionsInput: liftFilters,
  MergeTagsInput: mergeInput,
  PickCampaignVariantInput: pickInput,
  PreviewFormInput: formPreview,
  PreviewTemplateInput: previewInput,
  RecordSaleInput: conversionInput,
  RecordEventInput: eventInput,
  RecordEventsInput: eventBatch,
  RedeliverWebhookInput: redeliverInput,
  RefundSaleInput: refundInput,
  RefundSaleByReferenceInput: orderRefundInput,
  RemoveSubscriberTagsInput: tagsInput,
  RenameTagInput: tagInput,
  RenderTemplateInput: renderInput,
  ResendCampaignInput: resendInput,
  RotateDkimInput: rotationInput,
  ScheduleCampaignInput: scheduleForm,
  SendTransactionalMailInput: mailInput,
  SendTransactionalMailsInput: mailBatch,
  SetPersonPreferencesInput: preferencesInput,
  SetPersonTrackingInput: trackingInput,
  SimulateAutomationInput: simulationInput,
  SimulateAutomationDefinitionInput: simulationInput,
  CreateSubscribersInput: subscriberBatch,
  CreateSubscriberInput: subscriberInput,
  StartBulkUpdateInput: bulkUpdateInput,
  SubscriberInput: subscriberInput,
  TestCampaignInput: campaignTestInput,
  TestTemplateInput: testInput,
  UnsubscribeSubscriberInput: unsubscribeInput,
  UpdateAutomationInput: automationChange,
  UpdateCampaignInput: campaignChange,
  UpdateContactFieldInput: fieldChange,
  UpdateSaleInput: saleChange,
  UpdateFeedbackSourceInput: sourceChange,
  UpdateFormInput: formChange,
  UpdateListInput: listChange,
  UpdateMediaInput: mediaChange,
  UpdateMemberInput: memberChange,
  UpdateSaleByReferenceInput: orderChange,
  UpdatePeopleViewInput: viewChange,
  UpdateSegmentInput: segmentChange,
  UpdateSubscriberInput: subscriberChange,
  UpdateTeamInput: teamChange,
  UpdateTemplateInput: templateChange,
  UpdateApiTokenInput: tokenChange(MAX_CALLS),
  UpdateTransportInput: transportChange,
  UpdateViewerInput: viewerChange,
  UpdateWebhookInput: webhookChange,
};
