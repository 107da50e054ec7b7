/** A feed as templates see it, with its newest entries. Everything in it is a stranger's and was made safe. */
export interface Feed {
  title: string;
  /** Of the site. */
  link: string | null;
  /** Newest first. */
  items: FeedItem[];
}

/** An entry of a feed. `summary` is plain text; `content` is HTML of a few harmless tags. */
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

/** A feed as it was read: it tells all its entries apart, though it shows the newest alone. */
export interface ReadFeed extends Feed {
  /** Keys of the shown entries, in their order. */
  shownKeys: string[];
  /** Keys of all entries. */
  keys: string[];
}
