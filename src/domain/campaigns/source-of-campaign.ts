import { run, sql } from '../../database/connect.ts';
import { ValidationError } from '../../errors.ts';
import type { Scope } from '../../scope.ts';
import { readList } from '../audience/lists.ts';
import { readTemplates } from '../content/templates.ts';
import { type CampaignContent, freezeContent } from './campaign-content.ts';
import type { Campaign } from './campaigns.ts';
import { asVariant, variantToShow } from './variants.ts';

/**
 * The content of a campaign: as fixed when sending began, or before that, with its current template. `variant`: counted
 * from 1, by default the first. Throws ValidationError if the campaign has no such variant, or its template was deleted.
 */
export async function contentOfCampaign(
  scope: Scope,
  campaign: Campaign,
  variant?: number | null,
): Promise<CampaignContent> {
  const shown = variantToShow(campaign, variant);
  return (await readFixed(scope, campaign.id, shown)) ?? fixNow(scope, asVariant(campaign, shown));
}

async function readFixed(
  { db, team }: Scope,
  id: string,
  variant: number | null,
): Promise<CampaignContent | undefined> {
  const [row] = await run<{ content: CampaignContent | null }>(
    db,
    sql`select coalesce(variant_contents -> (${variant}::int - 1), content) as content from campaigns where team_id = ${team.id} and id = ${id}::uuid`,
  );
  return row?.content ?? undefined;
}

async function fixNow(scope: Scope, campaign: Campaign): Promise<CampaignContent> {
  const [template] = await readTemplates(scope, [campaign.templateId]);
  if (!template) throw new ValidationError([TEMPLATE_DELETED]);
  return freezeContent(template, campaign, (await readList(scope, campaign.listId)).locale);
}

export const TEMPLATE_DELETED = {
  path: ['template'],
  problem: 'The template of the campaign no longer exists. Choose another one.',
};
