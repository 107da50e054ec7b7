import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import type { Campaign } from '../campaigns.ts';
import type { Feed } from '../feed/feed.ts';
import { FeedProblem, fetchFeed } from '../feed/fetch-feed.ts';
import { unseenOf } from './feed-entries.ts';

/** What is wrong with the feed of a campaign now, and what its next occurrence would be about. Nothing without a feed. */
export async function examineFeed(
  scope: Scope,
  outbound: Outbound,
  { id, feedUrl: url }: Pick<Campaign, 'id' | 'feedUrl'>,
): Promise<{ feed?: Feed; problems: Issue[]; warnings: Issue[] }> {
  if (!url) return { problems: [], warnings: [] };
  try {
    const { feed: read } = await fetchFeed(outbound, { url, teamId: scope.team.id });
    const feed = await unseenOf(scope, id, read!);
    return { feed, problems: [], warnings: feed.items.length === 0 ? [NOTHING_NEW] : [] };
  } catch (error) {
    if (!(error instanceof FeedProblem)) throw error;
    return { problems: [{ path: ['feedUrl'], problem: error.message }], warnings: [] };
  }
}

const NOTHING_NEW: Issue = { path: ['feedUrl'], problem: 'The feed has no new entries now, so nothing would be sent.' };
