import { Parser } from 'htmlparser2';
import { feedAddress } from './feed-address.ts';

/** A link from a page to another document. */
interface Link {
  rel: string;
  type: string;
  title: string;
  href: string;
}

/** An HTML page, and the address of its feed, if any. */
export interface Page {
  feed: string | null;
}

const FEEDS = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json']);
/** Used for JSON Feeds by some sites, and for programming interfaces by others. */
const PERHAPS = 'application/json';
/** Also in languages with another word. Only a hint: a blog may have such a title. */
const COMMENTS_TITLE = /comments|comentario|comentário|commentaire|commenti|kommentar|reacties|komentarz/i;
/** `/comments/feed/`, `/feeds/comments/default`, `/?feed=comments-rss2`. */
const COMMENTS_ADDRESS = /[/=]comments([/.?&_-]|$)/i;

/**
 * Finds the feed that an HTML page links to (`<link rel="alternate">`, as browsers discover feeds). `address` is the page's
 * own. The first of several links wins; comment feeds never count, and `application/json` comes last. Undefined if the text
 * is not a page.
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

/** A lower rank is a likelier feed of the page. Infinity: not a feed. */
function rankOf(type: string, title: string): number {
  const [media = ''] = type.toLowerCase().split(';');
  const kind = FEEDS.has(media.trim()) ? 0 : media.trim() === PERHAPS ? 2 : Number.POSITIVE_INFINITY;
  return kind + (COMMENTS_TITLE.test(title) ? 1 : 0);
}

/** The links of a page, and their base. Ignores those in templates and drawings. */
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
