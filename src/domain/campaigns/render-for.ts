import type { Links } from '../../crypto/links.ts';
import { type Issue, ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { teamValues } from '../content/brand/team-values.ts';
import { nameWarnings } from '../content/known-names.ts';
import { RenderError, renderTemplate } from '../content/rendering/pool.ts';
import type { RenderedMail } from '../sending/rendered-mail.ts';
import { type CampaignContent, sourceFor } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';
import { campaignMergeData, type SenderData, subscriberMergeData } from './merge-data.ts';
import { EXAMPLE, type ShownPerson } from './shown-person.ts';
import { withUtm } from './utm-links.ts';

/** Merge data shared by all messages of a campaign or an automation e-mail. `picturesUrl` is of Links. */
export async function sharedMergeData(
  scope: Scope,
  sender: Omit<SenderData, 'listName' | 'team'>,
  picturesUrl: string,
) {
  const list = await readList(scope, sender.listId);
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  return campaignMergeData({ ...sender, listName: list.name, team: teamValues(team, picturesUrl) });
}

/**
 * Renders a campaign for a person or an example, with links that do nothing and with warnings for its author. Throws
 * ValidationError if it cannot be rendered.
 */
export async function renderFor(
  scope: Scope,
  campaign: Campaign,
  content: CampaignContent,
  person: ShownPerson | undefined,
  links: Links,
  kind: 'preview' | 'test' = 'preview',
): Promise<RenderedMail> {
  const shared = await sharedMergeData(scope, campaign, links.picturesUrl);
  const mergeData = { ...shared, ...subscriberMergeData(person ?? EXAMPLE), ...links.inert(kind) };
  const source = sourceFor(content, person?.locale ?? null);
  try {
    const rendered = await renderTemplate({ ...source, mergeData, warn: true, owner: scope.team.id });
    const sources = [source.subject, source.preheader ?? '', source.html, source.text ?? ''];
    if (kind === 'preview') rendered.warnings.unshift(...(await nameWarnings(scope, sources)));
    return withUtm(rendered, campaign.utm, links);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new ValidationError([
      renderIssue(campaign, `The template cannot be rendered. ${error.message}`, error.message),
    ]);
  }
}

/** An issue at the field that fails to render. `reason`: of a RenderError. */
export function renderIssue(
  { subject, preheader, text }: Pick<Campaign, 'subject' | 'preheader' | 'text'>,
  problem: string,
  reason: string,
): Issue {
  if (preheader && reason.startsWith('The preheader')) return { path: ['preheader'], problem };
  if (text && /^The (rendered )?text/.test(reason)) return { path: ['text'], problem };
  return { path: [subject && /^The (rendered )?subject/.test(reason) ? 'subject' : 'template'], problem };
}
