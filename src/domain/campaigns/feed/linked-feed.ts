import { Parser } from 'htmlparser2';
import { feedAddress } from './feed-address.ts';

/** What a page says of another document. */
interface Link {
  rel: string;
  type: string;
  title: string;
  href: string;
}

/** A page of HTML, and the address of the feed to which it links, if there is one. */
export interface Page {
  feed: string | null;
}

const FEEDS = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json']);
/** Some sites call a JSON Feed so, others their programming interface. */
const PERHAPS = 'application/json';
/** In the languages that have another word for it, too. Only a hint: a blog may be called so. */
const COMMENTS_TITLE = /comments|comentario|comentário|commentaire|commenti|kommentar|reacties|komentarz/i;
/** `/comments/feed/`, `/feeds/comments/default`, `/?feed=comments-rss2`. */
const COMMENTS_ADDRESS = /[/=]comments([/.?&_-]|$)/i;

/**
 * Looks for the feed to which a page of HTML links (`<link rel="alternate">`, as browsers discover feeds). `address` is where the page
 * came from. Of several links the first counts, feeds of comments never, and `application/json` after all others. Undefined: it
 * is no page.
 */
export function readPage(text: string, address: string): Page | undefined {
  if (!/<(!doctype\s+html|html|head|body)\b/i.test(text)) return undefined;
  const { links, base } = linksOf(text);
  const from = feedAddress(base, address) ?? address;
  const ranked = links
    .filter(({ rel }) => rel.toLowerCase().split(/\s+/).includes('alternate'))
    .map(({ type, title, href }) => ({ rank: rankOf(type, title), href: feedAddress(href, from) }))
    .filter(({ rank, href }) => Number.isFinite(rank) && href !== null && !COMMENTS_ADDRESS.test(href))
    .toSorted((a, b) => a.rank - b.rank);
  return { feed: ranked[0]?.href ?? null };
}

/** The lower, the likelier it is the feed of the page. Infinity: it is none. */
function rankOf(type: string, title: string): number {
  const [media = ''] = type.toLowerCase().split(';');
  const kind = FEEDS.has(media.trim()) ? 0 : media.trim() === PERHAPS ? 2 : Number.POSITIVE_INFINITY;
  return kind + (COMMENTS_TITLE.test(title) ? 1 : 0);
}

/** The links of a page, and what they are relative to. Those in templates and drawings are none. */
function linksOf(text: string): { links: Link[]; base: string | undefined } {
  const links: Link[] = [];
  let base: string | undefined;
  let hidden = 0;
  const parser = new Parser({
    onopentag: (name, { rel = '', type = '', title = '', href }) => {
      if (HIDING.has(name)) hidden++;
      if (hidden > 0 || href === undefined) return;
      if (name === 'base') base ??= href;
      if (name === 'link') links.push({ rel, type, title, href });
    },
    onclosetag: (name) => {
      if (HIDING.has(name)) hidden--;
    },
  });
  parser.end(text);
  return { links, base };
}

const HIDING = new Set(['template', 'svg', 'math']);
