/** A feed as templates see it, with its newest entries. Everything in it comes from outside and was sanitised. */
export interface Feed {
  title: string;
  /** The site's address. */
  link: string | null;
  /** Newest first. */
  items: FeedItem[];
}

/** An entry of a feed. `summary` is plain text; `content` is HTML with a few harmless tags. */
export interface FeedItem {
  id: string;
  title: string;
  link: string | null;
  summary: string;
  content: string;
  author: string | null;
  /** ISO 8601. */
  published_at: string | null;
  image: string | null;
  categories: string[];
}

/** A feed as read: it has keys of all entries, but shows only the newest. */
export interface ReadFeed extends Feed {
  /** Keys of the shown entries, in their order. */
  shownKeys: string[];
  keys: string[];
}
