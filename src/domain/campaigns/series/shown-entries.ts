import type { Feed, FeedItem } from '../feed/feed.ts';
import { FIRST } from './feed-entries.ts';

/** An example entry, for feeds without any. */
const EXAMPLE: FeedItem = {
  ...{ id: 'example', title: 'An example entry', link: 'https://shop.example/entry', author: 'Ada Lovelace' },
  ...{ summary: 'A short summary of the entry.', content: '<p>The full text of the entry.</p>' },
  ...{ published_at: '2026-01-01T09:00:00.000Z', image: 'https://shop.example/entry.png', categories: ['Example'] },
};

/** For a feed that cannot be read, or has no entries yet. */
export const EXAMPLE_FEED: Feed = { title: 'An example feed', link: 'https://shop.example/', items: [EXAMPLE] };

/**
 * The entries with which a campaign is checked and shown before an occurrence is due: the new ones, else the newest old
 * ones, else an example. So a template with the first entry in its subject passes the checks even if there is no new entry
 * yet.
 */
export function shownEntries(unseen: Feed, read: Feed): Feed {
  if (unseen.items.length > 0) return unseen;
  return read.items.length > 0
    ? { ...read, items: read.items.slice(0, FIRST) }
    : { ...EXAMPLE_FEED, title: read.title };
}
