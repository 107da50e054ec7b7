import { type AtomFeed, parseFeed, type RdfFeed, type RssFeed } from 'feedsmith';
import { html } from '../../../validation/html.ts';

/** An entry of a feed, the same for every format. Absent: empty. */
export interface Entry {
  id: string;
  title: string;
  /** Whether the title is plain text, not HTML. */
  isPlainTitle: boolean;
  link: string;
  /** The base page of relative addresses, if it is not `link`. Empty: the site. */
  page?: string;
  /** HTML. */
  summary: string;
  /** HTML. */
  content: string;
  author: string;
  published: string;
  image: string;
  categories: string[];
}

export interface Entries {
  /** HTML. */
  title: string;
  link: string;
  entries: Entry[];
}

/** The entries of an XML feed, in its order. Throws if the text is not a feed. */
export function xmlEntriesOf(text: string): Entries {
  const { format, feed } = parseFeed(text);
  if (format === 'atom') {
    const title = markup(feed.title);
    return { title, link: linkOf(feed.links), entries: (feed.entries ?? []).map(fromAtom) };
  }
  if (format === 'json') throw new Error('No XML.');
  const entries = format === 'rss' ? (feed.items ?? []).map(fromRss) : (feed.items ?? []).map(fromRdf);
  return { title: feed.title ?? '', link: feed.link ?? '', entries };
}

const fromAtom = (entry: AtomFeed.Entry<string>): Entry => ({
  id: entry.id ?? '',
  title: entry.title?.value ?? '',
  isPlainTitle: isPlain(entry.title?.type),
  link: linkOf(entry.links),
  summary: markup(entry.summary),
  content: markup(entry.content),
  author: entry.authors?.[0]?.name ?? '',
  published: entry.published ?? entry.updated ?? '',
  image: pictureIn(entry.media) ?? pictureAmong(entry.links?.filter(({ rel }) => rel === 'enclosure')) ?? '',
  categories: (entry.categories ?? []).map(({ label, term }) => label ?? term ?? ''),
});

const fromRss = (item: RssFeed.Item<string>): Entry => ({
  id: item.guid?.value ?? '',
  title: item.title ?? '',
  isPlainTitle: false,
  link: item.link ?? (item.guid?.isPermaLink === false ? '' : (item.guid?.value ?? '')),
  summary: item.description ?? '',
  content: item.content?.encoded ?? '',
  author: item.dc?.creators?.[0] ?? item.authors?.[0]?.name ?? '',
  published: item.pubDate ?? item.dc?.dates?.[0] ?? '',
  image: pictureIn(item.media) ?? pictureAmong(item.enclosures) ?? item.itunes?.image ?? '',
  categories: (item.categories ?? []).map(({ name }) => name ?? ''),
});

const fromRdf = (item: RdfFeed.Item<string>): Entry => ({
  id: item.rdf?.about ?? '',
  title: item.title ?? '',
  isPlainTitle: false,
  link: item.link ?? '',
  summary: item.description ?? '',
  content: item.content?.encoded ?? '',
  author: item.dc?.creators?.[0] ?? '',
  published: item.dc?.dates?.[0] ?? '',
  image: pictureIn(item.media) ?? '',
  categories: item.dc?.subjects ?? [],
});

const isPlain = (type: string | undefined): boolean => type === undefined || type === 'text';

/** An Atom text as HTML. */
const markup = (text: AtomFeed.Content | undefined): string =>
  isPlain(text?.type) ? html`${text?.value ?? ''}`.text : (text?.value ?? '');

const linkOf = (links: AtomFeed.Link<string>[] = []): string =>
  links.find(({ rel }) => rel === undefined || rel === 'alternate')?.href ?? '';

interface Medium {
  url?: string;
  href?: string;
  type?: string;
  medium?: string;
}

/** The first picture among an entry's media. */
export const pictureAmong = (media: readonly Medium[] = []): string | undefined => {
  const found = media.find(({ type, medium }) => medium === 'image' || type?.startsWith('image/'));
  return found?.url ?? found?.href;
};

const pictureIn = (
  media: { thumbnails?: Medium[]; contents?: Medium[]; groups?: { thumbnails?: Medium[]; contents?: Medium[] }[] } = {},
): string | undefined =>
  pictureAmong(media.contents) ??
  media.thumbnails?.[0]?.url ??
  pictureAmong(media.groups?.[0]?.contents) ??
  media.groups?.[0]?.thumbnails?.[0]?.url;
