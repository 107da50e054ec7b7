export type Verdict = 'human' | 'proxy' | 'scanner';

/** What is known about a request for a pixel or a link. */
export interface Fetched {
  kind: 'open' | 'click';
  userAgent: string;
  /** Whether it is a HEAD request or a prefetch (`Sec-Purpose: prefetch`). */
  ahead: boolean;
  /** Seconds since the message was accepted; undefined when that is not recorded yet. */
  secondsSinceSent: number | undefined;
  /** How many other links of the message were fetched in the last two seconds. */
  otherLinks: number;
}

/** Receiving servers scan messages right after accepting them. */
const SCANNED_WITHIN_SECONDS = 3;

/** People click one link after the other. */
const MAX_OTHER_LINKS = 1;

/** User agents of programs. */
const MACHINES =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|mimecast|proofpoint|symantec|trendmicro|fortinet|sophos|zscaler|messagelabs|safelinks|curl|wget|python|java\/|okhttp|go-http|node-fetch|axios|undici|libwww|headless|phantom|httpclient/i;

/** The user agent of Apple's Mail Privacy Protection, which fetches all images in advance. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

/**
 * Decides who made a request, as far as that is possible (docs/tracking.md). Gmail and Yahoo fetch images through
 * proxies, but only when the reader opens the message, so these count as human.
 */
export function verdictOn({ kind, userAgent, ahead, secondsSinceSent, otherLinks }: Fetched): Verdict {
  if (userAgent === '' || MACHINES.test(userAgent)) return 'scanner';
  if (secondsSinceSent === undefined || secondsSinceSent < SCANNED_WITHIN_SECONDS) return 'scanner';
  if (kind === 'click' && otherLinks > MAX_OTHER_LINKS) return 'scanner';
  return ahead || APPLE_PRIVACY.test(userAgent) ? 'proxy' : 'human';
}
