import type { Issue } from '../../errors.ts';
import type { Campaign, Team } from '../../generated/prisma/client.ts';
import { abTestOf, decidesAfter } from './variants.ts';

/** An issue when the rule of an A/B test would compare figures that are not tracked. */
export function undecidableIssues(
  campaign: Pick<Campaign, 'test' | 'tracking'>,
  { trackOpens, trackClicks }: Pick<Team, 'trackOpens' | 'trackClicks'>,
): Issue[] {
  const test = abTestOf(campaign);
  if (!test || test.by === 'manual' || decidesAfter(test) === null) return [];
  const counted = { opens: trackOpens, clicks: trackClicks, revenue: trackOpens || trackClicks };
  if (campaign.tracking && counted[test.by]) return [];
  const needed = NEEDED[test.by];
  const where = campaign.tracking ? 'for the team' : 'for the campaign';
  return [
    {
      path: ['test', 'by'],
      problem: `cannot be "${test.by}", because ${needed} are not tracked ${where}. Turn on tracking, or choose another rule.`,
    },
  ];
}

const NEEDED = { opens: 'opens', clicks: 'clicks', revenue: 'opens and clicks' } as const;
