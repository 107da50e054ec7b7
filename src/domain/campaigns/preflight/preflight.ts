import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { CampaignContent } from '../campaign-content.ts';
import { brokenLinks } from './broken-links.ts';
import { sampleLeftovers } from './sample-leftovers.ts';
import { unreadableTexts } from './unreadable-texts.ts';

/** Warnings about the content of a campaign that its author should look at before it leaves. Opens its links. */
export const preflight = async (outbound: Outbound, contents: readonly CampaignContent[]): Promise<Issue[]> => [
  ...sampleLeftovers(contents),
  ...(await brokenLinks(outbound, contents)),
  ...unreadableTexts(contents),
];
