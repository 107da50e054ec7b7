import DataLoader from 'dataloader';
import { type Growth, readGrowth } from '../domain/audience/growth.ts';
import { countReasons, type ReasonCount } from '../domain/audience/leaving-reasons.ts';
import { listTagged } from '../domain/audience/list-tagged.ts';
import { countByStatus, type StatusCounts } from '../domain/audience/status-counts.ts';
import type { Subscriber } from '../domain/audience/subscribers.ts';
import {
  type AutomationVersion,
  countByVersion,
  listVersionsOf,
  readVersions,
} from '../domain/automations/list-versions.ts';
import { listRunsOf } from '../domain/automations/runs/list-runs.ts';
import type { AutomationRun } from '../domain/automations/runs/runs.ts';
import type { Campaign } from '../domain/campaigns/campaigns.ts';
import { listCampaignsOf } from '../domain/campaigns/list-campaigns.ts';
import { countByOutcome, listSignUpsByForms, type SignUpCounts } from '../domain/forms/list-sign-ups.ts';
import type { SignUp } from '../domain/forms/sign-ups.ts';
import type { Import } from '../domain/imports/imports.ts';
import { listImportsOf } from '../domain/imports/list-imports.ts';
import { type ClickedLink, readLinksOfCampaigns, readLinksOfMails } from '../domain/insight/clicked-links.ts';
import { listRefundsOf, type Refund } from '../domain/insight/refund.ts';
import type { Page } from '../domain/page.ts';
import { listSegmentsOf } from '../domain/segments/list-segments.ts';
import type { Segment } from '../domain/segments/segments.ts';
import { listReportsOf, type ReportedSource } from '../domain/sending/list-domain-reports.ts';
import { listTransactionalMailsOf } from '../domain/sending/list-mails.ts';
import { type Attempt, type Message, readAttempts, readMessages } from '../domain/sending/messages.ts';
import { readTimelines, type TimelineEntry } from '../domain/sending/timeline.ts';
import type { TransactionalMail } from '../domain/sending/transactional-mails.ts';
import { listWebhookDeliveriesOf, type WebhookDelivery } from '../domain/webhooks/deliveries.ts';
import { type ByRequest, byRequest } from './by-request.ts';
import type { LoaderMakers } from './lazy-loaders.ts';

/**
 * Fields of lists, templates, segments, campaigns, messages, sending domains, webhooks and forms, by id. Each takes a
 * few statements for all of them.
 */
export interface OwnerLoaders {
  statusCounts: DataLoader<string, StatusCounts>;
  growth: ByRequest<Growth[]>;
  unsubscribeReasons: DataLoader<string, ReasonCount[]>;
  campaignsOfList: ByRequest<Page<Campaign>>;
  campaignsOfTemplate: ByRequest<Page<Campaign>>;
  campaignsOfSegment: ByRequest<Page<Campaign>>;
  runsOfAutomation: ByRequest<Page<AutomationRun>>;
  versionsOfAutomation: ByRequest<Page<AutomationVersion>>;
  /** By automation id and version number. */
  automationVersion: DataLoader<
    Pick<AutomationVersion, 'automationId' | 'version'>,
    AutomationVersion | undefined,
    string
  >;
  /** The number of active runs by version. */
  activeByVersion: DataLoader<string, ReadonlyMap<number, number>>;
  segmentsOfList: ByRequest<Page<Segment>>;
  /** By the internal key of the tag. */
  subscribersOfTag: ByRequest<Page<Subscriber>>;
  importsOfList: ByRequest<Page<Import>>;
  mailsOfTemplate: ByRequest<Page<TransactionalMail>>;
  reportsOfDomain: ByRequest<Page<ReportedSource>>;
  deliveriesOfWebhook: ByRequest<Page<WebhookDelivery>>;
  refundsOfSale: ByRequest<Page<Refund>>;
  signUpsOfForm: ByRequest<Page<SignUp>>;
  signUpCounts: DataLoader<string, SignUpCounts>;
  linksOfCampaign: DataLoader<string, ClickedLink[]>;
  linksOfMail: DataLoader<string, ClickedLink[]>;
  message: DataLoader<string, Message | undefined>;
  attempts: DataLoader<string, Attempt[]>;
  timeline: DataLoader<string, TimelineEntry[]>;
}

const keyOfVersion = ({ automationId, version }: Pick<AutomationVersion, 'automationId' | 'version'>): string =>
  `${automationId} ${version}`;

export const OWNER_LOADERS: LoaderMakers<OwnerLoaders> = {
  statusCounts: (scope) =>
    new DataLoader(async (ids) => {
      const counts = await countByStatus(scope, ids);
      return ids.map((id) => counts.get(id) as StatusCounts);
    }),
  growth: (scope) => byRequest((ids, request) => readGrowth(scope, ids, request)),
  unsubscribeReasons: (scope) => new DataLoader((ids) => countReasons(scope, ids)),
  campaignsOfList: (scope) => byRequest((ids, request) => listCampaignsOf(scope, 'list', ids, request)),
  campaignsOfTemplate: (scope) => byRequest((ids, request) => listCampaignsOf(scope, 'template', ids, request)),
  campaignsOfSegment: (scope) => byRequest((ids, request) => listCampaignsOf(scope, 'segment', ids, request)),
  runsOfAutomation: (scope) => byRequest((ids, request) => listRunsOf(scope, ids, request)),
  versionsOfAutomation: (scope) => byRequest((ids, request) => listVersionsOf(scope, ids, request)),
  automationVersion: (scope) =>
    new DataLoader(
      async (keys) => {
        const versions = new Map((await readVersions(scope, keys)).map((one) => [keyOfVersion(one), one]));
        return keys.map((key) => versions.get(keyOfVersion(key)));
      },
      { cacheKeyFn: keyOfVersion },
    ),
  activeByVersion: (scope) => new DataLoader((ids) => countByVersion(scope, ids)),
  subscribersOfTag: (scope) => byRequest((numbers, request) => listTagged(scope, numbers.map(Number), request)),
  segmentsOfList: (scope) => byRequest((ids, request) => listSegmentsOf(scope, ids, request)),
  importsOfList: (scope) => byRequest((ids, request) => listImportsOf(scope, ids, request)),
  mailsOfTemplate: (scope) => byRequest((ids, request) => listTransactionalMailsOf(scope, ids, request)),
  reportsOfDomain: (scope) => byRequest((ids, request) => listReportsOf(scope, ids, request)),
  deliveriesOfWebhook: (scope) => byRequest((ids, request) => listWebhookDeliveriesOf(scope, ids, request)),
  refundsOfSale: (scope) => byRequest((ids, request) => listRefundsOf(scope, ids, request)),
  signUpsOfForm: (scope) => byRequest((ids, request) => listSignUpsByForms(scope, ids, request)),
  signUpCounts: (scope) => new DataLoader((ids) => countByOutcome(scope, ids)),
  linksOfCampaign: (scope) => new DataLoader((ids) => readLinksOfCampaigns(scope, ids)),
  linksOfMail: (scope) => new DataLoader((ids) => readLinksOfMails(scope, ids)),
  message: (scope) =>
    new DataLoader(async (ids) => {
      const messages = new Map((await readMessages(scope, ids)).map((message) => [message.id, message]));
      return ids.map((id) => messages.get(id));
    }),
  attempts: (scope) =>
    new DataLoader(async (ids) => {
      const attempts = await readAttempts(scope, ids);
      return ids.map((id) => attempts.filter(({ messageId }) => messageId === id));
    }),
  timeline: (scope) => new DataLoader((ids) => readTimelines(scope, ids)),
};
