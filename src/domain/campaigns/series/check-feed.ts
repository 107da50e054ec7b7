import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import type { Campaign } from '../campaigns.ts';
import { FeedProblem, fetchFeed } from '../feed/fetch-feed.ts';
import { withEntries } from './campaign-feed.ts';
import { unseenOf } from './feed-entries.ts';
import { EXAMPLE_FEED, shownEntries } from './shown-entries.ts';

interface ExaminedFeed {
  campaign: Campaign;
  problems: Issue[];
  warnings: Issue[];
  /** The address of the feed that the page at the given address links to. */
  found: string | null;
}

/**
 * Issues with a campaign's feed, and the campaign with entries: those of its next occurrence, or an example. No issues
 * without a feed.
 */
export async function examineFeed(scope: Scope, outbound: Outbound, campaign: Campaign): Promise<ExaminedFeed> {
  const { id, feedUrl: url } = campaign;
  if (!url) return { campaign, problems: [], warnings: [], found: null };
  try {
    const { feed: read, found } = await fetchFeed(outbound, { url, teamId: scope.team.id });
    const unseen = await unseenOf(scope, id, read!);
    const warnings = [...(found === null ? [] : [linked(found)]), ...(unseen.items.length === 0 ? [NOTHING_NEW] : [])];
    return { campaign: withEntries(campaign, shownEntries(unseen, read!)), problems: [], warnings, found };
  } catch (error) {
    if (!(error instanceof FeedProblem)) throw error;
    const problems = [{ path: ['feedUrl'], problem: error.message }];
    return { campaign: withEntries(campaign, EXAMPLE_FEED), problems, warnings: [], found: null };
  }
}

/** Shows people whose entries they are sending. */
const linked = (found: string): Issue => ({
  path: ['feedUrl'],
  problem: `The page links to the feed ${found}. The campaign uses the entries of this feed.`,
});

const NOTHING_NEW: Issue = {
  path: ['feedUrl'],
  problem: 'The feed has no new entries at the moment, so nothing would be sent.',
};
