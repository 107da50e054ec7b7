export type Verdict = 'human' | 'proxy' | 'scanner';

/** The properties of a request for a pixel or a link. */
export interface Fetched {
  userAgent: string;
  /** Whether it is a HEAD request or a prefetch (`Sec-Purpose: prefetch`). */
  ahead: boolean;
}

/** Receiving servers scan messages right after accepting them. */
export const SCANNED_WITHIN_SECONDS = 3;

/** People click one link after another: more other links than this, within this many milliseconds, indicate a scanner. */
export const MAX_OTHER_LINKS = 1;
export const TOGETHER_MS = 2_000;

/** The first clicks are reverted if this many links of one message were fetched within this many seconds. */
export const LINKS_OF_A_SCANNER = 3;
export const SCANNED_TOGETHER_SECONDS = 1;

/** Reactions to a message within this many seconds of its hidden link were a machine's. */
export const TRAPPED_SECONDS = 10;

/** User agents of programs. */
const MACHINES =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|mimecast|proofpoint|symantec|trendmicro|fortinet|sophos|zscaler|messagelabs|safelinks|curl|wget|python|java\/|okhttp|go-http|node-fetch|axios|undici|libwww|headless|phantom|httpclient/i;

/** The user agent of Apple's Mail Privacy Protection, which fetches all images in advance. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

/**
 * Decides who made a request, as far as the request shows (docs/tracking.md). The recording statement also considers its
 * time and other requests. Gmail and Yahoo fetch images through proxies, but only when the reader opens the message, so
 * these count as human.
 */
export function verdictOn({ userAgent, ahead }: Fetched): Verdict {
  if (userAgent === '' || MACHINES.test(userAgent)) return 'scanner';
  return ahead || APPLE_PRIVACY.test(userAgent) ? 'proxy' : 'human';
}
