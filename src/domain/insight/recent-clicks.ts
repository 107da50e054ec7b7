import { MAX_OTHER_LINKS, TOGETHER_MS } from './verdict.ts';

/** The most messages, and how long they are kept; the oldest are dropped first. The database still knows their clicks. */
const MAX_MESSAGES = 50_000;
/** Reading a Map from its start passes all entries deleted there: too slow for each click. */
const FORGET_MS = 100;

/** The links of each message that this process served a moment ago, committed or not. */
export class RecentClicks {
  readonly #messages = new Map<string, { targets: string[]; until: number }>();
  #forgotAt = 0;

  /** Records a click. Returns other recent links of the message, as many as identify a scanner. */
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
