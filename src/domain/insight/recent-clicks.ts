import { MAX_OTHER_LINKS, TOGETHER_MS } from './verdict.ts';

/** Messages at most, and those of a moment; the oldest are forgotten first. The database still knows their clicks. */
const MAX_MESSAGES = 50_000;
/** A Map that is read from its start passes all that was deleted there: too slow to be done at each click. */
const FORGET_MS = 100;

/** The links of each message that were fetched from this process a moment ago, whether that is committed yet or not. */
export class RecentClicks {
  readonly #messages = new Map<string, { targets: string[]; until: number }>();
  #forgotAt = 0;

  /** Notes a click. Returns other links of the message that were fetched before, as many as make a scanner. */
  others(messageId: string, target: string): string[] {
    const now = performance.now();
    const known = this.#messages.get(messageId);
    const targets = known && known.until > now ? known.targets : [];
    const others = targets.filter((other) => other !== target);
    // More would not change any verdict.
    const noted = targets.includes(target) || others.length > MAX_OTHER_LINKS ? targets : [...targets, target];
    this.#messages.delete(messageId);
    this.#messages.set(messageId, { targets: noted, until: now + TOGETHER_MS });
    if (now - this.#forgotAt >= FORGET_MS) this.#forget(now);
    return others;
  }

  #forget(now: number): void {
    this.#forgotAt = now;
    for (const [messageId, { until }] of this.#messages) {
      if (until > now && this.#messages.size <= MAX_MESSAGES) return;
      this.#messages.delete(messageId);
    }
  }
}
