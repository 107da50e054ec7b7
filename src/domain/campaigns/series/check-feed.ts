import type { Issue } from '../../../errors.ts';
import type { Outbound } from '../../../outbound/outbound.ts';
import type { Scope } from '../../../scope.ts';
import type { Campaign } from '../campaigns.ts';
import type { Feed, FeedItem } from '../feed/feed.ts';
import { FeedProblem, fetchFeed } from '../feed/fetch-feed.ts';
import { withEntries } from './campaign-feed.ts';
import { FIRST, unseenOf } from './feed-entries.ts';

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

/** An example entry, for feeds without any. */
const EXAMPLE: FeedItem = {
  id: 'example',
  title: 'An example entry',
  link: 'https://shop.example/entry',
  author: 'Ada Lovelace',
  summary: 'A short summary of the entry.',
  content: '<p>The full text of the entry.</p>',
  published_at: '2026-01-01T09:00:00.000Z',
  image: 'https://shop.example/entry.png',
  categories: ['Example'],
};

/** For a feed that cannot be read, or has no entries yet. */
const EXAMPLE_FEED: Feed = { title: 'An example feed', link: 'https://shop.example/', items: [EXAMPLE] };

/**
 * The entries with which a campaign is checked and shown before an occurrence is due: the new ones, else the newest old
 * ones, else an example. So a template with the first entry in its subject passes the checks even if there is no new entry
 * yet.
 */
function shownEntries(unseen: Feed, read: Feed): Feed {
  if (unseen.items.length > 0) return unseen;
  return read.items.length > 0
    ? { ...read, items: read.items.slice(0, FIRST) }
    : { ...EXAMPLE_FEED, title: read.title };
}
