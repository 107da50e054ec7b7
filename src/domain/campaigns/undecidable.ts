import type { Issue } from '../../errors.ts';
import type { Campaign, Team } from '../../generated/prisma/client.ts';
import { abTestOf, decidesAfter } from './variants.ts';

/** An issue if the rule of a test would compare something that is not counted. */
export function undecidableIssues(
  campaign: Pick<Campaign, 'test' | 'tracking'>,
  { trackOpens, trackClicks }: Pick<Team, 'trackOpens' | 'trackClicks'>,
): Issue[] {
  const test = abTestOf(campaign);
  if (!test || test.by === 'manual' || decidesAfter(test) === null) return [];
  const counted = { opens: trackOpens, clicks: trackClicks, revenue: trackOpens || trackClicks };
  if (campaign.tracking && counted[test.by]) return [];
  const [what, needed] = NAMES[test.by];
  const where = campaign.tracking ? 'for the team' : 'for the campaign';
  return [{ path: ['test', 'by'], problem: `Nobody could win by ${what}: ${needed} are not counted ${where}.` }];
}

const NAMES = {
  opens: ['opens', 'opens'],
  clicks: ['clicks', 'clicks'],
  revenue: ['revenue', 'opens and clicks'],
} as const;
