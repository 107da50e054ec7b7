import type { RouteWait } from '../../domain/transports/route-conditions.ts';
import { URGENT_FIRST_SECONDS } from '../../domain/transports/route-pauses.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';

/** The time between two retries on one route: at most 250 a second, however long the queue is. */
const STEP_MS = 4;
/** Pacing adds at most this to a message's delay. */
const LONGEST_MS = 3_600_000;
const MAX_ROUTES = 20_000;

/** Urgent messages are retried within this many seconds after a pause. */
const URGENT_SCATTER = 2;

/** The fraction of a wait by which retries are scattered, so that they do not all happen at once. */
const SCATTER = 0.2;
const SCATTER_AT_LEAST = 2;

/** Decides after how many seconds a message that has to wait is claimed again. */
export class RetryDelays {
  readonly #until = new Map<string, number>();

  /**
   * The delay after a claim. After a pause, urgent messages come back soon, scattered, and bulk messages later. A limit already
   * gives messages different times; those that wait for a day or an hour would otherwise all be retried at once.
   */
  afterClaim(route: SendRoute, isBulk: boolean, { why, seconds, isSpaced }: RouteWait): number {
    if (why === 'transport_paused' || why === 'domain_paused') {
      const delay = this.afterPause(seconds, isBulk);
      return isBulk ? this.spaced(route, true, delay) : delay;
    }
    return isSpaced ? seconds : scattered(seconds);
  }

  /** The delay of a message whose route is paused for this long. */
  afterPause(seconds: number, isBulk: boolean): number {
    return isBulk ? seconds + URGENT_FIRST_SECONDS : seconds + Math.random() * URGENT_SCATTER;
  }

  /**
   * Seconds until the next message of a route is retried, at least `seconds`. Otherwise a campaign with a hundred thousand messages
   * to a paused domain would be claimed and returned as a whole, over and over. Urgent messages are spaced separately.
   */
  spaced(route: SendRoute, isBulk: boolean, seconds: number): number {
    const line = `${isBulk} ${routeKey(route)}`;
    const now = performance.now();
    const earliest = now + seconds * 1000;
    const until = Math.min(Math.max(this.#until.get(line) ?? 0, earliest) + STEP_MS, earliest + LONGEST_MS);
    if (this.#until.size > MAX_ROUTES) this.#until.clear();
    this.#until.set(line, until);
    return (until - now) / 1000;
  }
}

const scattered = (seconds: number): number => seconds + Math.random() * Math.max(SCATTER_AT_LEAST, seconds * SCATTER);
