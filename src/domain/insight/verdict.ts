export type Verdict = 'human' | 'proxy' | 'scanner';

/** What is known of a fetch of a pixel or a link. */
export interface Fetched {
  kind: 'open' | 'click';
  userAgent: string;
  /** Whether it is a HEAD, or says that nobody looks at it yet (`Sec-Purpose: prefetch`). */
  ahead: boolean;
  /** Since the message was accepted; undefined when that is not written down yet. */
  secondsSinceSent: number | undefined;
  /** How many other links of the message were fetched in the last two seconds. */
  otherLinks: number;
}

/** Receiving servers look at what they accept at once. */
const SCANNED_WITHIN_SECONDS = 3;

/** People click one link after the other. */
const MAX_OTHER_LINKS = 1;

/** What programs call themselves; browsers do not. */
const MACHINES =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|mimecast|proofpoint|symantec|trendmicro|fortinet|sophos|zscaler|messagelabs|safelinks|curl|wget|python|java\/|okhttp|go-http|node-fetch|axios|undici|libwww|headless|phantom|httpclient/i;

/** Apple's Mail Privacy Protection fetches all pictures ahead and calls itself this and no more. */
const APPLE_PRIVACY = /^Mozilla\/5\.0$/;

/**
 * Who it was, as far as that can be told (docs/tracking.md). Gmail and Yahoo fetch pictures for a reader at the moment the
 * reader opens the message: those are people.
 */
export function verdictOn({ kind, userAgent, ahead, secondsSinceSent, otherLinks }: Fetched): Verdict {
  if (userAgent === '' || MACHINES.test(userAgent)) return 'scanner';
  if (secondsSinceSent === undefined || secondsSinceSent < SCANNED_WITHIN_SECONDS) return 'scanner';
  if (kind === 'click' && otherLinks > MAX_OTHER_LINKS) return 'scanner';
  return ahead || APPLE_PRIVACY.test(userAgent) ? 'proxy' : 'human';
}
