import type { z } from 'zod';
import { growthFilters } from '../../domain/audience/growth.ts';
import { listFilters } from '../../domain/audience/lists.ts';
import { suppressionFilters } from '../../domain/audience/suppressions.ts';
import { auditFilters } from '../../domain/audit/audit-entries.ts';
import { automationFilters } from '../../domain/automations/list-automations.ts';
import { runFilters } from '../../domain/automations/runs/list-runs.ts';
import { campaignFilters } from '../../domain/campaigns/list-campaigns.ts';
import { previewFilters } from '../../domain/campaigns/preview-campaign.ts';
import { recipientFilters } from '../../domain/campaigns/recipient-filters.ts';
import { templateFilters } from '../../domain/content/list-templates.ts';
import { formFilters } from '../../domain/forms/forms.ts';
import { signUpFilters } from '../../domain/forms/list-sign-ups.ts';
import { CSV_FORM } from '../../domain/imports/csv/csv-form.ts';
import { importFilters } from '../../domain/imports/list-imports.ts';
import { eventNameFilters } from '../../domain/insight/event-names.ts';
import { peopleFilters } from '../../domain/insight/people/find-people.ts';
import { personFilter } from '../../domain/insight/people/person.ts';
import { recordedFilters } from '../../domain/insight/recorded-events.ts';
import { revenueFilters } from '../../domain/insight/revenue.ts';
import { saleFilters } from '../../domain/insight/sales.ts';
import { rateFilters } from '../../domain/ledger/read-rate.ts';
import { mediaFilters } from '../../domain/media/list-media.ts';
import { tokenFilters } from '../../domain/platform/team-tokens.ts';
import { refusalFilters } from '../../domain/refusals/read-refusals.ts';
import { reputationFilters } from '../../domain/refusals/read-reputation.ts';
import { allPeopleFilters } from '../../domain/segments/all-people.ts';
import { eventPropertyFilters } from '../../domain/segments/event-properties.ts';
import { segmentFilters } from '../../domain/segments/list-segments.ts';
import { subscriberFilters } from '../../domain/segments/list-subscribers.ts';
import { reportFilters } from '../../domain/sending/list-domain-reports.ts';
import { mailFilters } from '../../domain/sending/list-mails.ts';
import { changeFilters } from '../../domain/webhooks/change-filters.ts';
import { deliveryFilters } from '../../domain/webhooks/deliveries.ts';
import { extended, record } from '../../validation/text.ts';

/** The rules by which the domain validates arguments, by root field, or by type and field. */
export const ARGUMENT_RULES: Readonly<Record<string, z.ZodType>> = {
  mediaFiles: mediaFilters,
  auditLog: auditFilters,
  automations: automationFilters,
  campaigns: campaignFilters,
  changes: changeFilters,
  eventNames: eventNameFilters,
  eventProperties: eventPropertyFilters,
  events: recordedFilters,
  searchPeople: peopleFilters,
  forms: formFilters,
  imports: importFilters,
  lists: listFilters,
  person: personFilter,
  previewCampaign: previewFilters,
  sendingRefusals: refusalFilters,
  reputation: reputationFilters,
  revenue: revenueFilters,
  sales: saleFilters,
  segments: segmentFilters,
  sendingRate: rateFilters,
  subscribers: subscriberFilters,
  people: allPeopleFilters,
  suppressions: suppressionFilters,
  templates: templateFilters,
  apiTokens: tokenFilters,
  transactionalMails: mailFilters,
  exportAuditLog: extended(auditFilters, CSV_FORM),
  exportRecipients: extended(recipientFilters, CSV_FORM),
  exportSubscribers: record(CSV_FORM),
  exportFailedRows: record(CSV_FORM),
  'Automation.runs': runFilters,
  'Campaign.recipients': recipientFilters,
  'Form.signUps': signUpFilters,
  'Segment.campaigns': campaignFilters,
  'Template.campaigns': campaignFilters,
  'List.growth': growthFilters,
  'SendingDomain.reports': reportFilters,
  'Webhook.deliveries': deliveryFilters,
};
