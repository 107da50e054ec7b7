/** Messages of a route that come again are at least so far apart: at most 250 a second, however long the queue is. */
const STEP_MS = 4;
/** Nobody is put off longer than this because of the others. */
const LONGEST_MS = 3_600_000;
const MAX_ROUTES = 20_000;

/**
 * Tells messages that are put off when to come again, one after the other: a campaign with a hundred thousand messages to a
 * domain that is paused would else be claimed and put back as a whole, over and over.
 */
export class RetryPacer {
  readonly #until = new Map<string, number>();

  /** Seconds after which the next message of a route comes, `seconds` from now at the earliest. */
  next(route: string, seconds: number): number {
    const now = performance.now();
    const earliest = now + seconds * 1000;
    const until = Math.min(Math.max(this.#until.get(route) ?? 0, earliest) + STEP_MS, earliest + LONGEST_MS);
    if (this.#until.size > MAX_ROUTES) this.#until.clear();
    this.#until.set(route, until);
    return (until - now) / 1000;
  }
}
