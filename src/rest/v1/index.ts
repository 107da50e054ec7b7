import { activity } from './activity.ts';
import { exports, forms, segments, suppressions, tags } from './audience.ts';
import { automationReports } from './automation-reports.ts';
import { automations } from './automations.ts';
import { campaigns } from './campaigns.ts';
import { changes } from './changes.ts';
import { conversions, revenue } from './conversions.ts';
import { events, recorded } from './events.ts';
import { fields } from './fields.ts';
import { imports } from './imports.ts';
import { jobs } from './jobs.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { members } from './members.ts';
import { people, personPreferences, personTracking } from './people.ts';
import { auditLog, platform } from './platform.ts';
import { feedbackSources, outbox, refusals, reputation, sendingDomains, sendingRate, transports } from './sending.ts';
import { subscribers } from './subscribers.ts';
import { readyMadeTemplates, templates } from './templates.ts';
import { transactionalMails } from './transactional-mails.ts';
import { webhooks } from './webhooks.ts';

/** Every route of /v1. */
export const routes = [
  ...lists,
  ...subscribers,
  ...imports,
  ...exports,
  ...jobs,
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
  ...changes,
  ...platform,
  ...auditLog,
];
