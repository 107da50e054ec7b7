import { run, sql } from '../../../database/connect.ts';
import type { Scope } from '../../../scope.ts';
import type { Feed, FeedItem, ReadFeed } from '../feed/feed.ts';

/** The most entries in the first occurrence, when everything in a feed is new. */
export const FIRST = 10;
const MOST = 50;
/** For the contents of all entries together: each message is rendered with them. */
const CONTENT_CHARACTERS = 200_000;
const MOST_REMEMBERED = 20_000;

/** The entries that a campaign has not seen, and the keys of all entries in the feed. */
export interface Unseen extends Feed {
  keys: string[];
}

/** The unseen entries of a feed, newest first. */
export async function unseenOf({ db, team }: Scope, campaignId: string, feed: ReadFeed): Promise<Unseen> {
  const rows = await run<{ key: string }>(
    db,
    sql`(select e.key::text from feed_entries e where e.team_id = ${team.id} and e.campaign_id = ${campaignId}::uuid limit 1)
        union all
        select e.key::text from feed_entries e
        where e.team_id = ${team.id} and e.campaign_id = ${campaignId}::uuid and e.key = any(${feed.shownKeys}::uuid[])`,
  );
  const seen = new Set(rows.map(({ key }) => key));
  const unseen = feed.items.filter((_, index) => !seen.has(feed.shownKeys[index]!));
  const items = fitting(unseen.slice(0, seen.size === 0 ? FIRST : MOST));
  return { title: feed.title, link: feed.link, items, keys: feed.keys };
}

/** Drops contents, from the last entry, until the total is short enough. Summaries stay. */
function fitting(items: FeedItem[]): FeedItem[] {
  let left = CONTENT_CHARACTERS;
  return items.map((item) => {
    left -= item.content.length;
    return left >= 0 ? item : { ...item, content: '' };
  });
}

/**
 * Remembers all entries of a feed by their keys, including those that were not sent because there were too many. If there
 * are very many, forgets those that left the feed longest ago.
 */
export async function rememberEntries(scope: Scope, campaignId: string, keys: readonly string[]): Promise<void> {
  const { db, team } = scope;
  await run(
    db,
    sql`insert into feed_entries (team_id, campaign_id, key, seen_at)
        select ${team.id}, ${campaignId}::uuid, k.key, ${scope.now()} from unnest(${keys.toSorted()}::uuid[]) as k(key)
        on conflict (team_id, campaign_id, key) do update set seen_at = excluded.seen_at`,
  );
  await run(
    db,
    sql`delete from feed_entries e where e.team_id = ${team.id} and e.campaign_id = ${campaignId}::uuid and e.key in (
          select o.key from feed_entries o where o.team_id = ${team.id} and o.campaign_id = ${campaignId}::uuid
          order by o.seen_at desc, o.key offset ${MOST_REMEMBERED})`,
  );
}
