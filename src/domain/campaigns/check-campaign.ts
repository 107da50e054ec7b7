import type { Config } from '../../config.ts';
import type { Links } from '../../crypto/links.ts';
import type { Issue } from '../../errors.ts';
import type { SpamScore } from '../../network/spam/spam-score.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { readTeam } from '../platform/team-settings.ts';
import { reachesPeople, readOutgoingServer } from '../transports/outgoing-server.ts';
import { countAudience } from './audience.ts';
import type { CampaignContent } from './campaign-content.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { addressIssues, notSetUp, notVerified, readSigning } from './check-sender.ts';
import { ownLinkIssues } from './dead-links.ts';
import { deadLinksOfVersions, examineVersions, renderVersions } from './examine-versions.ts';
import { knownSegments } from './known-segments.ts';
import { notADraft } from './not-a-draft.ts';
import { preflight } from './preflight/preflight.ts';
import { rateSpam } from './preflight/rate-spam.ts';
import { FULL_LIMITS, type RenderingLimits } from './render-for-sample.ts';
import type { RenderingIssues } from './rendering-issues.ts';
import { resendIssues } from './resend-campaign.ts';
import { examineFeed } from './series/check-feed.ts';
import { undecidableIssues, unknownZoneIssues } from './setting-issues.ts';

/** Settings of the installation that decide whether its messages work for recipients. */
export type Surroundings = Pick<Config, 'publicUrl' | 'mailUrl' | 'spamFilterUrl'>;

/** Whether a draft can be sent. */
export interface CampaignCheck {
  /** The number of people in its current audience. */
  recipientsCount: number;
  ready: boolean;
  /** Reasons that prevent sending. */
  problems: Issue[];
  warnings: Issue[];
  /** What the operator's spam filter says. Null without one, or without an answer. */
  spam: SpamScore | null;
}

/**
 * Checks a draft without sending it, and opens its links. Takes up to half a minute if they do not answer. Throws
 * NotFoundError, ConflictError.
 */
export async function checkCampaign(
  scope: Scope,
  { config, outbound, links }: { config: Surroundings; outbound: Outbound; links: Links },
  id: unknown,
): Promise<CampaignCheck> {
  const campaign = await readCampaign(scope, id);
  if (campaign.status !== 'draft') throw notADraft(campaign, 'checked');
  const feed = await examineFeed(scope, outbound, campaign);
  const draft = await examineDraft(scope, config, feed.campaign);
  const problems = [...draft.problems, ...feed.problems];
  const warnings = [...draft.warnings, ...feed.warnings];
  const recipientsCount = await countAudience(scope, campaign);
  const empty = recipientsCount === 0 ? [NOBODY] : [];
  const zones = await unknownZoneIssues(scope, campaign);
  const [content, rated] = await Promise.all([
    preflight(outbound, draft.contents),
    rateSpam(scope, { filter: config.spamFilterUrl, links }, feed.campaign, draft.contents[0]),
  ]);
  return {
    recipientsCount,
    ready: problems.length === 0,
    problems,
    warnings: [...warnings, ...content, ...rated.warnings, ...empty, ...zones],
    spam: rated.spam,
  };
}

/**
 * Finds reasons that prevent sending a draft, and returns the content of each variant or of the campaign; none if a
 * template is gone. Faults that only affect real recipients are warnings while messages reach nobody (outbox or mail
 * catcher), so that development and the demo need no postal address and no public server. Takes up to a second or two, six
 * with a very slow template, because it renders the campaign for a sample of its recipients.
 */
export async function examineDraft(
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
  limits: RenderingLimits = FULL_LIMITS,
): Promise<{ contents: CampaignContent[]; problems: Issue[]; warnings: Issue[] }> {
  const list = await readList(scope, campaign.listId);
  const { contents, incomplete } = await examineVersions(scope, campaign, list.locale);
  if (contents.length === 0) {
    return { contents, problems: [...incomplete, ...(await deletedSegments(scope, campaign))], warnings: [] };
  }
  const tried = await renderVersions(scope, campaign, contents, surroundings.publicUrl, limits);
  const { problems, warnings } = await judge(scope, surroundings, campaign, contents, tried);
  return { contents, problems: [...incomplete, ...problems], warnings };
}

/**
 * Like `examineDraft`, for the fixed content of a campaign that is due. The content is not rendered again: a failure for one
 * person stops only their message.
 */
export const examineContent = (
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
  contents: readonly CampaignContent[],
): Promise<{ problems: Issue[]; warnings: Issue[] }> =>
  judge(scope, surroundings, campaign, contents, { faults: [], unfit: [], odd: [] });

async function judge(
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
  contents: readonly CampaignContent[],
  tried: RenderingIssues,
): Promise<{ problems: Issue[]; warnings: Issue[] }> {
  const list = await readList(scope, campaign.listId);
  const team = await readTeam(scope);
  const fromEmail = campaign.fromEmail ?? list.fromEmail;
  const signing = await readSigning(scope, fromEmail);
  const broken = [
    ...addressIssues(fromEmail, campaign.replyTo),
    ...(await deletedSegments(scope, campaign)),
    ...(await resendIssues(scope, campaign)),
    ...undecidableIssues(campaign, team),
    ...tried.faults,
  ];
  const unfit = [
    ...(team.postalAddress ? [] : [NO_POSTAL_ADDRESS]),
    ...ownLinkIssues(surroundings.publicUrl),
    ...deadLinksOfVersions(campaign, contents),
    ...tried.unfit,
    ...notVerified(signing),
  ];
  return reachesPeople(await readOutgoingServer(scope, surroundings, list.transportId))
    ? { problems: [...broken, ...unfit], warnings: [...notSetUp(signing), ...tried.odd] }
    : { problems: broken, warnings: [...unfit, ...tried.odd] };
}

/** An issue for each deleted segment: without it, the campaign would go to the wrong people. */
async function deletedSegments(scope: Scope, { listId, segmentIds, excludedSegmentIds }: Campaign): Promise<Issue[]> {
  const known = await knownSegments(scope, listId, [...segmentIds, ...excludedSegmentIds]);
  const of = (field: string, ids: readonly string[]): Issue[] =>
    ids.flatMap((id, index) =>
      known.has(id)
        ? []
        : [{ path: [field, index], problem: `The segment ${id} no longer exists. Remove it from the campaign.` }],
    );
  return [...of('segmentIds', segmentIds), ...of('excludedSegmentIds', excludedSegmentIds)];
}

const NOBODY: Issue = { path: ['audience'], problem: 'The campaign has no recipients.' };
const NO_POSTAL_ADDRESS: Issue = {
  path: ['postalAddress'],
  problem: 'The team has no postal address, which every message to a list must show. Add it in the team settings.',
};
