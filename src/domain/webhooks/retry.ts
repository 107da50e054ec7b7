const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** Milliseconds between the attempts of a delivery. After the last one it has failed. */
const DELAYS = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE],
  ...[2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];

/** The random part of a delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Receivers cannot delay a delivery longer. */
const LONGEST_MS = 24 * HOUR;

/**
 * Milliseconds until a delivery is sent again after this many attempts, or undefined if it has failed for good.
 * `retryAfter`: the receiver's header.
 */
export function delayAfter(attempts: number, retryAfter: string | undefined, now: Date): number | undefined {
  const delay = DELAYS[attempts - 1];
  return delay && Math.max(delay * (1 + Math.random() * JITTER), Math.min(asked(retryAfter, now), LONGEST_MS));
}

/** Reads seconds, or an HTTP date. Ignores anything else. */
function asked(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
