/** A caller's remaining budget, and the time of the last change. */
interface Account {
  left: number;
  at: number;
}

/** For each further millisecond of an event. */
const VALUES_PER_MS = 50;

/**
 * The usual maximum duration of an event. Durations vary with the load, so shorter events are only charged for their
 * values.
 */
const FREE_MS = 20;

/** The part of a minute's budget that a caller may use at once. */
const AT_ONCE = 1 / 6;

const MOST_ACCOUNTS = 1_000;

/** The budget of each caller's live events: a bucket that refills evenly, and that one event may overdraw. */
export class EventBudget {
  readonly #perMs: number;
  readonly #most: number;
  readonly #accounts = new Map<string, Account>();

  /** `perMinute`: values; 0 for no limit. */
  constructor(perMinute: number) {
    this.#perMs = perMinute / 60_000;
    this.#most = perMinute * AT_ONCE;
  }

  /** Milliseconds until the caller may continue; 0 for now. */
  waitOf(caller: string, now = performance.now()): number {
    const account = this.#accounts.get(caller);
    if (!account) return 0;
    this.#refill(account, now);
    if (account.left > 0) return 0;
    return Math.ceil((1 - account.left) / this.#perMs);
  }

  /** Charges a caller for an event, by its values or its duration, whichever is greater. */
  charge(caller: string, values: number, milliseconds: number): void {
    if (this.#most === 0) return;
    const now = performance.now();
    const account = this.#accounts.get(caller) ?? this.#open(caller, now);
    this.#refill(account, now);
    account.left -= Math.max(values, (milliseconds - FREE_MS) * VALUES_PER_MS);
  }

  #open(caller: string, at: number): Account {
    if (this.#accounts.size >= MOST_ACCOUNTS) this.#forgetFull(at);
    const account = { left: this.#most, at };
    this.#accounts.set(caller, account);
    return account;
  }

  #refill(account: Account, now: number): void {
    account.left = Math.min(this.#most, account.left + (now - account.at) * this.#perMs);
    account.at = now;
  }

  #forgetFull(now: number): void {
    for (const [caller, account] of this.#accounts) {
      this.#refill(account, now);
      if (account.left === this.#most) this.#accounts.delete(caller);
    }
  }
}
