import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { CampaignContent } from '../campaign-content.ts';
import { brokenLinks } from './broken-links.ts';
import { linksOf } from './links-of.ts';
import { sampleLeftovers } from './sample-leftovers.ts';
import { unreadableTexts } from './unreadable-texts.ts';

/** Warnings about the content of a campaign that its author should look at before it leaves. Opens its links. */
export async function preflight(outbound: Outbound, contents: readonly CampaignContent[]): Promise<Issue[]> {
  const links = linksOf(contents);
  return [...sampleLeftovers(contents, links), ...(await brokenLinks(outbound, links)), ...unreadableTexts(contents)];
}
