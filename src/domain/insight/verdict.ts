export type Verdict = 'human' | 'proxy' | 'scanner';

/** What a request for a pixel or a link says of itself. */
export interface Fetched {
  userAgent: string;
  /** Whether it is a HEAD request or a prefetch (`Sec-Purpose: prefetch`). */
  ahead: boolean;
}

/** Receiving servers scan messages right after accepting them. */
export const SCANNED_WITHIN_SECONDS = 3;

/** People click one link after the other: more other links than this, within so many milliseconds, is a scanner. */
export const MAX_OTHER_LINKS = 1;
export const TOGETHER_MS = 2_000;

/** The first clicks are taken back when one message's links, so many of them, were fetched within so many seconds. */
export const LINKS_OF_A_SCANNER = 3;
export const SCANNED_TOGETHER_SECONDS = 1;

/** What was fetched of a message so many seconds before and after its hidden link was a machine's. */
export const TRAPPED_SECONDS = 10;

/** User agents of programs. */
const MACHINES =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|mimecast|proofpoint|symantec|trendmicro|fortinet|sophos|zscaler|messagelabs|safelinks|curl|wget|python|java\/|okhttp|go-http|node-fetch|axios|undici|libwww|headless|phantom|httpclient/i;

/** The user agent of Apple's Mail Privacy Protection, which fetches all images in advance. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

/**
 * Decides who made a request, as far as the request tells (docs/tracking.md). When and with which others it came decides
 * the statement that records it. Gmail and Yahoo fetch images through proxies, but only when the reader opens the
 * message, so these count as human.
 */
export function verdictOn({ userAgent, ahead }: Fetched): Verdict {
  if (userAgent === '' || MACHINES.test(userAgent)) return 'scanner';
  return ahead || APPLE_PRIVACY.test(userAgent) ? 'proxy' : 'human';
}
