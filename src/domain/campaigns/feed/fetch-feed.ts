import type { Outbound } from '../../../outbound/outbound.ts';
import { OutboundError } from '../../../outbound/outbound-error.ts';
import type { ReadFeed } from './feed.ts';
import { parseInThread } from './parsing.ts';

const MAX_BYTES = 5 * 1_048_576;
const REDIRECTS = 3;

/** Why a feed cannot be used, in a sentence for the team. */
export class FeedProblem extends Error {}

/** By which a server tells whether a feed has changed. */
export interface Seen {
  etag: string | null;
  modified: string | null;
}

/** A feed, and by what it is recognised next time. No feed: it has not changed since `seen`. */
export type Fetched = Seen & { feed: ReadFeed | null };

const UNSEEN: Seen = { etag: null, modified: null };
const LONGEST_TAG = 500;

/** Fetches and reads the feed at an address that a team gave. Throws FeedProblem. */
export async function fetchFeed(
  outbound: Outbound,
  { url, teamId }: { url: string; teamId: number },
  seen: Seen = UNSEEN,
): Promise<Fetched> {
  const headers = {
    accept:
      'application/atom+xml, application/rss+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
    ...(seen.etag && { 'if-none-match': seen.etag }),
    ...(seen.modified && { 'if-modified-since': seen.modified }),
  };
  const answer = await outbound.request(url, { headers, maxBytes: MAX_BYTES, redirects: REDIRECTS }).catch(inWords);
  if (answer.status === 304 && (seen.etag || seen.modified)) return { ...seen, feed: null };
  if (answer.status !== 200) throw new FeedProblem(`The feed was answered with status ${answer.status}.`);
  const text = decode(answer.body, answer.headers['content-type'] ?? '');
  const feed = await parseInThread({ text, address: answer.url }, teamId);
  if (!feed) throw new FeedProblem('The answer is no feed (RSS or Atom) that can be read.');
  return { feed, etag: tag(answer.headers.etag), modified: tag(answer.headers['last-modified']) };
}

function inWords(error: unknown): never {
  if (error instanceof OutboundError) throw new FeedProblem(error.message);
  throw error;
}

const tag = (written: string | undefined): string | null =>
  written && written.length <= LONGEST_TAG && /^[\x20-\x7e]+$/.test(written) ? written : null;

/** By the header, else by the XML declaration, else as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const declared = /^[\s\uFEFF]*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(bytes.toString('latin1', 0, 300));
  const named = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? declared?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
