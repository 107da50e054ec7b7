import { activity } from './activity.ts';
import { auditLog } from './audit-log.ts';
import { automationReports } from './automation-reports.ts';
import { automations } from './automations.ts';
import { campaigns } from './campaigns.ts';
import { conversions } from './conversions.ts';
import { events } from './events.ts';
import { exports } from './exports.ts';
import { feedbackSources } from './feedback-sources.ts';
import { fields } from './fields.ts';
import { forms } from './forms.ts';
import { imports } from './imports.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { outbox } from './outbox.ts';
import { people } from './people.ts';
import { personPreferences } from './person-preferences.ts';
import { personTracking } from './person-tracking.ts';
import { platform } from './platform.ts';
import { readyMadeTemplates } from './ready-made-templates.ts';
import { recorded } from './recorded.ts';
import { refusals } from './refusals.ts';
import { reputation } from './reputation.ts';
import { revenue } from './revenue.ts';
import { segments } from './segments.ts';
import { sendingDomains } from './sending-domains.ts';
import { sendingRate } from './sending-rate.ts';
import { subscribers } from './subscribers.ts';
import { suppressions } from './suppressions.ts';
import { tags } from './tags.ts';
import { templates } from './templates.ts';
import { transactionalMails } from './transactional-mails.ts';
import { transports } from './transports.ts';
import { webhooks } from './webhooks.ts';

/** Every route of /v1. */
export const routes = [
  ...lists,
  ...subscribers,
  ...imports,
  ...exports,
  ...people,
  ...activity,
  ...fields,
  ...tags,
  ...suppressions,
  ...personTracking,
  ...personPreferences,
  ...segments,
  ...events,
  ...conversions,
  ...recorded,
  ...refusals,
  ...reputation,
  ...revenue,
  ...templates,
  ...readyMadeTemplates,
  ...media,
  ...transactionalMails,
  ...outbox,
  ...campaigns,
  ...automationReports,
  ...automations,
  ...forms,
  ...sendingDomains,
  ...sendingRate,
  ...transports,
  ...feedbackSources,
  ...members,
  ...webhooks,
  ...platform,
  ...auditLog,
];
