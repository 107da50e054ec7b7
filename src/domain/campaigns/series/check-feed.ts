import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import type { Campaign } from '../campaigns.ts';
import { FeedProblem, fetchFeed } from '../feed/fetch-feed.ts';
import { withEntries } from './campaign-feed.ts';
import { unseenOf } from './feed-entries.ts';
import { EXAMPLE_FEED, shownEntries } from './shown-entries.ts';

/**
 * What is wrong with the feed of a campaign now, and the campaign with entries: what its next occurrence would be about, or an
 * example of it. Without a feed there is nothing wrong.
 */
export async function examineFeed(
  scope: Scope,
  outbound: Outbound,
  campaign: Campaign,
): Promise<{ campaign: Campaign; problems: Issue[]; warnings: Issue[] }> {
  const { id, feedUrl: url } = campaign;
  if (!url) return { campaign, problems: [], warnings: [] };
  try {
    const { feed: read } = await fetchFeed(outbound, { url, teamId: scope.team.id });
    const unseen = await unseenOf(scope, id, read!);
    const warnings = unseen.items.length === 0 ? [NOTHING_NEW] : [];
    return { campaign: withEntries(campaign, shownEntries(unseen, read!)), problems: [], warnings };
  } catch (error) {
    if (!(error instanceof FeedProblem)) throw error;
    const problems = [{ path: ['feedUrl'], problem: error.message }];
    return { campaign: withEntries(campaign, EXAMPLE_FEED), problems, warnings: [] };
  }
}

const NOTHING_NEW: Issue = { path: ['feedUrl'], problem: 'The feed has no new entries now, so nothing would be sent.' };
