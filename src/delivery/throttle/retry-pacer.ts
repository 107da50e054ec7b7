import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';

/** The time between two retries on one route: at most 250 a second, however long the queue is. */
const STEP_MS = 4;
/** Pacing adds at most this to a message's delay. */
const LONGEST_MS = 3_600_000;
const MAX_ROUTES = 20_000;

/**
 * Spaces out the retries of delayed messages. Otherwise a campaign with a hundred thousand messages to a paused domain would be
 * claimed and returned as a whole, over and over.
 */
export class RetryPacer {
  readonly #until = new Map<string, number>();

  /** Seconds until the next message of a route is retried, at least `seconds`. Urgent messages are paced separately. */
  next(route: SendRoute, isBulk: boolean, seconds: number): number {
    const line = `${isBulk} ${routeKey(route)}`;
    const now = performance.now();
    const earliest = now + seconds * 1000;
    const until = Math.min(Math.max(this.#until.get(line) ?? 0, earliest) + STEP_MS, earliest + LONGEST_MS);
    if (this.#until.size > MAX_ROUTES) this.#until.clear();
    this.#until.set(line, until);
    return (until - now) / 1000;
  }
}
