import { decodeDocument } from '../../../mime/decode-document.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { ReadFeed } from './feed.ts';
import { parseInThread } from './parsing.ts';
import type { Answer } from './parsing-worker.ts';

const MAX_BYTES = 5 * 1_048_576;
const REDIRECTS = 3;
const LONGEST_TAG = 500;

const ACCEPT =
  'application/atom+xml, application/rss+xml, application/rdf+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.9, text/html;q=0.5, */*;q=0.1';

/** Why a feed cannot be used, as a sentence for the team. */
export class FeedProblem extends Error {}

/** HTTP validators that show whether a feed has changed. */
interface Tags {
  etag: string | null;
  modified: string | null;
}

/** State of a feed that was fetched before. `found`: its address, if the given address is a page's. */
export type Seen = Tags & { found: string | null };

/** A feed, and its state for the next fetch. No feed: unchanged since `seen`. */
export type Fetched = Seen & { feed: ReadFeed | null };

/** An address that a team entered, or that a page there links to. */
interface Asked {
  url: string;
  teamId: number;
}

const UNTAGGED: Tags = { etag: null, modified: null };
const UNSEEN: Seen = { ...UNTAGGED, found: null };

/**
 * Fetches and reads the feed at an address that a team entered. If the address is a page, fetches the feed that the page
 * links to by the same rules; a page found there is not followed. Throws FeedProblem.
 */
export async function fetchFeed(outbound: Outbound, asked: Asked, seen: Seen = UNSEEN): Promise<Fetched> {
  const tags = seen.found === null ? seen : UNTAGGED;
  const { feed, page, ...first } = await ask(outbound, asked, tags);
  if (!page) return { feed: feed ?? unchangedOr(first), ...tagsOf(first), found: null };
  if (page.feed === null) throw new FeedProblem(LINKLESS);
  const found = page.feed;
  try {
    const linked = await ask(outbound, { ...asked, url: found }, seen.found === found ? seen : UNTAGGED);
    return { feed: linked.feed ?? unchangedOr(linked), ...tagsOf(linked), found };
  } catch (error) {
    if (error instanceof FeedProblem) throw new FeedProblem(`The page links to the feed ${found}. ${error.message}`);
    throw error;
  }
}

const LINKLESS = 'The page has no link to a feed. Enter the address of an RSS, Atom or JSON feed.';
const NO_FEED = 'The response is not a readable feed (RSS, Atom or JSON Feed).';

type Read = Tags & Answer & { isUnchanged: boolean };

const tagsOf = ({ etag, modified }: Tags): Tags => ({ etag, modified });

function unchangedOr({ isUnchanged }: Pick<Read, 'isUnchanged'>): null {
  if (isUnchanged) return null;
  throw new FeedProblem(NO_FEED);
}

/** The document at an address, unless it is unchanged since `tags`. */
async function ask(outbound: Outbound, { url, teamId }: Asked, { etag, modified }: Tags): Promise<Read> {
  const headers = {
    accept: ACCEPT,
    ...(etag && { 'if-none-match': etag }),
    ...(modified && { 'if-modified-since': modified }),
  };
  const answer = await outbound.request(url, { headers, maxBytes: MAX_BYTES, redirects: REDIRECTS }).catch(inWords);
  if (answer.status === 304 && (etag || modified)) return { etag, modified, isUnchanged: true };
  if (answer.status !== 200) throw new FeedProblem(`The server of the feed answered with status ${answer.status}.`);
  return { ...(await read(answer, teamId)), isUnchanged: false };
}

async function read({ body, headers, url }: OutboundAnswer, teamId: number): Promise<Tags & Answer> {
  const text = decodeDocument(body, headers['content-type'] ?? '');
  const answer = await parseInThread({ text, address: url }, teamId);
  return { ...answer, etag: tag(headers.etag), modified: tag(headers['last-modified']) };
}

function inWords(error: unknown): never {
  if (error instanceof OutboundError) throw new FeedProblem(error.message);
  throw error;
}

const tag = (written: string | undefined): string | null =>
  written && written.length <= LONGEST_TAG && /^[\x20-\x7e]+$/.test(written) ? written : null;
