import type { BounceKind, CampaignStatus, MessageState } from '../../../generated/dashboard/campaigns.ts';
import { readChoice, readTexts } from '../../shell/read-search.ts';

/** The address of the list: filters and page. */
export interface CampaignsSearch {
  status?: CampaignStatus | undefined;
  list?: string | undefined;
  search?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

export const STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'PAUSED', 'SENT', 'CANCELLED', 'FAILED'] as const;

/** Reads the page's address; invalid values count as absent. */
export const readCampaignsSearch = (given: Record<string, unknown>): CampaignsSearch => ({
  ...readTexts(given, ['list', 'search', 'after', 'before']),
  status: readChoice(given.status, STATUSES),
});

/** The steps of the composer, in the order in which one thinks. */
export const STEPS = ['who', 'what', 'check', 'test', 'when'] as const;
export type Step = (typeof STEPS)[number];

/** The parts of the report. */
export const TABS = ['overview', 'links', 'variants', 'recipients', 'content'] as const;
export type Tab = (typeof TABS)[number];

export const STATES = ['QUEUED', 'DEFERRED', 'SENT', 'FAILED', 'UNDECIDED', 'SKIPPED'] as const;
export const REACTIONS = ['opened', 'notOpened', 'clicked', 'notClicked', 'unsubscribed', 'complained'] as const;
export const BOUNCES = ['HARD', 'SOFT'] as const;

/** Which recipients are shown, and from where on. */
export interface RecipientSearch {
  state?: MessageState | undefined;
  reaction?: (typeof REACTIONS)[number] | undefined;
  bounced?: BounceKind | undefined;
  /** The address of a link that they clicked. */
  link?: string | undefined;
  variant?: string | undefined;
  after?: string | undefined;
  before?: string | undefined;
}

/** The address of one campaign. `person` is the person in the preview. */
export interface CampaignSearch extends RecipientSearch {
  step?: Step | undefined;
  tab?: Tab | undefined;
  person?: string | undefined;
}

export const readCampaignSearch = (given: Record<string, unknown>): CampaignSearch => ({
  ...readTexts(given, ['person', 'link', 'after', 'before']),
  variant: readTexts(given, ['variant']).variant?.match(/^[1-9]$/)?.[0],
  step: readChoice(given.step, STEPS),
  tab: readChoice(given.tab, TABS),
  state: readChoice(given.state, STATES),
  reaction: readChoice(given.reaction, REACTIONS),
  bounced: readChoice(given.bounced, BOUNCES),
});
