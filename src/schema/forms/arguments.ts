import type { z } from 'zod';
import { liftFilters } from '../../domain/audience/lift-suppressions.ts';
import { listFilters } from '../../domain/audience/lists.ts';
import { mergeInput } from '../../domain/audience/merge-tags.ts';
import { suppressionFilters } from '../../domain/audience/suppressions.ts';
import { tagInput } from '../../domain/audience/tag-catalogue.ts';
import { tagsInput } from '../../domain/audience/tag-subscriber.ts';
import { auditFilters } from '../../domain/audit/audit-entries.ts';
import { automationFilters } from '../../domain/automations/list-automations.ts';
import { readyMadeInput } from '../../domain/automations/ready-made/create-from-ready-made.ts';
import { campaignFilters } from '../../domain/campaigns/list-campaigns.ts';
import { previewFilters } from '../../domain/campaigns/preview-campaign.ts';
import { templateFilters } from '../../domain/content/list-templates.ts';
import { formFilters } from '../../domain/forms/forms.ts';
import { importFilters } from '../../domain/imports/list-imports.ts';
import { subscriberBatch } from '../../domain/imports/subscribe-batch.ts';
import { eventNameFilters } from '../../domain/insight/event-names.ts';
import { eventFilters } from '../../domain/insight/events.ts';
import { peopleFilters } from '../../domain/insight/people/find-people.ts';
import { personFilter } from '../../domain/insight/people/person.ts';
import { eventBatch } from '../../domain/insight/record-events.ts';
import { recordedFilters } from '../../domain/insight/recorded-events.ts';
import { revenueFilters } from '../../domain/insight/revenue.ts';
import { saleFilters } from '../../domain/insight/sales.ts';
import { rateFilters } from '../../domain/ledger/read-rate.ts';
import { mediaFilters } from '../../domain/media/list-media.ts';
import { tokenFilters } from '../../domain/platform/team-tokens.ts';
import { erasureInput } from '../../domain/privacy/erase-person.ts';
import { refusalFilters } from '../../domain/refusals/read-refusals.ts';
import { reputationFilters } from '../../domain/refusals/read-reputation.ts';
import { eventPropertyFilters } from '../../domain/segments/event-properties.ts';
import { segmentFilters } from '../../domain/segments/list-segments.ts';
import { subscriberFilters } from '../../domain/segments/list-subscribers.ts';
import { segmentInput } from '../../domain/segments/segments.ts';
import { mailFilters } from '../../domain/sending/list-mails.ts';
import { mailBatch } from '../../domain/sending/send-mails.ts';
import { changeFilters } from '../../domain/webhooks/change-filters.ts';

/** The rules by which the domain validates arguments, by root field. */
export const ARGUMENT_RULES: Readonly<Record<string, z.ZodType>> = {
  addSubscriberTags: tagsInput,
  allMedia: mediaFilters,
  auditLog: auditFilters,
  automations: automationFilters,
  campaigns: campaignFilters,
  changes: changeFilters,
  createReadyMadeAutomation: readyMadeInput,
  createSegment: segmentInput,
  erasePerson: erasureInput,
  eventNames: eventNameFilters,
  eventProperties: eventPropertyFilters,
  events: eventFilters,
  findPeople: peopleFilters,
  forms: formFilters,
  imports: importFilters,
  liftSuppressions: liftFilters,
  lists: listFilters,
  mergeTags: mergeInput,
  person: personFilter,
  previewCampaign: previewFilters,
  recordEvents: eventBatch,
  recordedEvents: recordedFilters,
  refusals: refusalFilters,
  removeSubscriberTags: tagsInput,
  renameTag: tagInput,
  reputation: reputationFilters,
  revenue: revenueFilters,
  sales: saleFilters,
  segments: segmentFilters,
  sendTransactionalMails: mailBatch,
  sendingRate: rateFilters,
  subscribeBatch: subscriberBatch,
  subscribers: subscriberFilters,
  suppressions: suppressionFilters,
  templates: templateFilters,
  tokens: tokenFilters,
  transactionalMails: mailFilters,
};
