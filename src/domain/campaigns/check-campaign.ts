import type { Config } from '../../config.ts';
import { ConflictError, type Issue } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { readTeam } from '../platform/team-settings.ts';
import { reachesPeople, readOutgoingServer } from '../transports/outgoing-server.ts';
import { countAudience } from './audience.ts';
import { type CampaignContent, freezeContent } from './campaign-content.ts';
import { type Campaign, readCampaign } from './campaigns.ts';
import { contentLinkIssues, ownLinkIssues } from './dead-links.ts';

/** What of the installation decides whether its messages are fit for people. */
export type Surroundings = Pick<Config, 'publicUrl' | 'mailUrl'>;

/** Whether a draft can be sent. */
export interface CampaignCheck {
  /** People to whom it would be sent now. */
  recipientsCount: number;
  ready: boolean;
  /** For these reasons sending is refused. */
  problems: Issue[];
  warnings: Issue[];
}

/** Checks a draft without sending it. Throws NotFoundError, ConflictError. */
export async function checkCampaign(scope: Scope, surroundings: Surroundings, id: unknown): Promise<CampaignCheck> {
  const campaign = await readCampaign(scope, id);
  if (campaign.status !== 'draft') throw new ConflictError('Only a draft can be checked.');
  const { problems, warnings } = await examineDraft(scope, surroundings, campaign);
  const recipientsCount = await countAudience(scope, campaign);
  const empty = recipientsCount === 0 ? [NOBODY] : [];
  return { recipientsCount, ready: problems.length === 0, problems, warnings: [...warnings, ...empty] };
}

/**
 * Looks for what keeps a draft from being sent, and returns its content. What only people outside would miss is a
 * warning while messages go to nobody, so that development and the demo need no postal address and no public server.
 */
export async function examineDraft(
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
): Promise<{ content?: CampaignContent; problems: Issue[]; warnings: Issue[] }> {
  const list = await readList(scope, campaign.listId);
  const template = await scope.db.template.findUnique({
    where: { teamId_id: { teamId: scope.team.id, id: campaign.templateId } },
  });
  if (!template) return { problems: [TEMPLATE_DELETED], warnings: [] };
  const content = await freezeContent(template, campaign, list.locale);
  const incomplete = campaign.subject || template.subject ? [] : [NO_SUBJECT];
  const { problems, warnings } = await examineContent(scope, surroundings, campaign, content);
  return { content, problems: [...incomplete, ...problems], warnings };
}

/** The same for content that is fixed: of a campaign whose time has come. */
export async function examineContent(
  scope: Scope,
  surroundings: Surroundings,
  campaign: Campaign,
  content: CampaignContent,
): Promise<{ problems: Issue[]; warnings: Issue[] }> {
  const list = await readList(scope, campaign.listId);
  const { postalAddress } = await readTeam(scope);
  const unfit = [
    ...(postalAddress ? [] : [NO_POSTAL_ADDRESS]),
    ...ownLinkIssues(surroundings.publicUrl),
    ...contentLinkIssues(content),
  ];
  return reachesPeople(await readOutgoingServer(scope, surroundings, list.transportId))
    ? { problems: unfit, warnings: [] }
    : { problems: [], warnings: unfit };
}

const NOBODY: Issue = { path: ['audience'], problem: 'Nobody would get the campaign.' };
const TEMPLATE_DELETED: Issue = { path: ['template'], problem: 'The template of the campaign no longer exists.' };
const NO_SUBJECT: Issue = { path: ['subject'], problem: 'is required, because the template has none.' };
const NO_POSTAL_ADDRESS: Issue = {
  path: ['postalAddress'],
  problem:
    'The team has no postal address, which every message to a list must show. Set it in the settings of the team.',
};
