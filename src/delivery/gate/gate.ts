import { Slots } from '../../async/slots.ts';
import { SLOW_MS } from '../transports/smtp.ts';

/** How many messages may pass a gate at once: `most`, and how many connections its transport has. */
export interface GateWidth {
  most: number;
  connections: number;
}

/** A message that has passed a gate and is in transit. */
export interface GateSlot {
  /** The message is being handed to the server. From now on it may become slow. */
  begin(): void;
  /** The message is no longer in transit. `accepted`: by the server. */
  leave(accepted: boolean): void;
}

/** The longest wait of a message behind an unknown domain. */
const UNPROVEN_MS = 500;
/** A domain gets more messages at once if it accepts them faster than this. */
const QUICK_SECONDS = 1;

/** A message does not wait behind a silent server: it is retried after this many seconds, plus up to half of that. */
const STALLED_RETRY_SECONDS = 4;
const LONGEST_SECONDS = { urgent: 5, bulk: 60 };

/** The assumed seconds per message before the first one, and the weight of a new message in the moving average. */
const USUAL_PACE = 0.2;
const WEIGHT = 0.2;

/**
 * The messages of one route in transit from this process. The gate keeps one recipient domain from taking all connections of a
 * transport: it starts with one message at a time, doubles while the domain accepts messages quickly, up to its limit or all
 * connections, and halves when it is slow. Only a few messages wait for a slow or limited domain; the others are retried later.
 * Urgent messages go before others, and do not wait behind them.
 */
export class Gate {
  readonly #slots = new Slots(() => this.#width);
  readonly #widthOf: () => GateWidth;
  readonly #onSilent: (seconds: number) => void;
  /** How many messages may be in transit at once now. */
  #width = 1;
  /** Slow messages in transit. When all are slow, nothing waits behind them. */
  #slow = 0;
  /** Whether the domain has accepted a message quickly before. */
  #isProven = false;
  /** Moving average of seconds per message. */
  #pace = USUAL_PACE;
  /** The latest retry times assigned, in milliseconds of this process's clock. */
  readonly #lastRetryAt = { urgent: 0, bulk: 0 };

  /** `onSilent`: called for a server that does not answer, with the seconds so far. */
  constructor(widthOf: () => GateWidth, onSilent: (seconds: number) => void = () => {}) {
    this.#widthOf = widthOf;
    this.#onSilent = onSilent;
  }

  get isIdle(): boolean {
    return this.#slots.taken === 0;
  }

  /** Seconds after which to retry a message; 0 when it may be built and wait. */
  delayFor(isUrgent: boolean): number {
    const { most, connections } = this.#widthOf();
    this.#width = Math.min(this.#width, most);
    if (!this.#slots.isFull) return 0;
    if (this.#isStalled) return retryLater();
    const isNarrow = most < connections || this.#pace > QUICK_SECONDS;
    if (!isNarrow || this.#slots.ahead(isUrgent) < this.#width * 2) return 0;
    return this.#nextRetry(isUrgent ? 'urgent' : 'bulk');
  }

  /** Waits for a slot. Returns the retry delay in seconds when none is free soon. */
  async enter(isUrgent: boolean): Promise<GateSlot | number> {
    const delay = this.delayFor(isUrgent);
    if (delay > 0) return delay;
    return (await this.#slots.take(isUrgent)) ? this.#slot() : retryLater();
  }

  /** Makes all waiting messages retry later. */
  sendAway(): void {
    this.#slots.sendAway();
  }

  get #isStalled(): boolean {
    return this.#slow > 0 && this.#slow >= this.#slots.taken;
  }

  /** Spreads the retries at the domain's pace, so that each message comes back about when a slot is free. */
  #nextRetry(urgency: 'urgent' | 'bulk'): number {
    const now = performance.now();
    const step = (this.#pace / this.#width) * 1000;
    const last = Math.max(this.#lastRetryAt[urgency], now);
    this.#lastRetryAt[urgency] = Math.min(last + step, now + LONGEST_SECONDS[urgency] * 1000);
    return 1 + (this.#lastRetryAt[urgency] - now) / 1000;
  }

  #slot(): GateSlot {
    let began = 0;
    let isLate = false;
    let stopWatching = () => {};
    const onLate = () => {
      isLate = true;
      this.#slow += 1;
      if (this.#isStalled) this.sendAway();
    };
    const onSilent = (seconds: number) => this.#isStalled && this.#onSilent(seconds);
    return {
      begin: () => {
        began = performance.now();
        stopWatching = watchAnswer(this.#isProven ? SLOW_MS : UNPROVEN_MS, onLate, onSilent);
      },
      leave: (accepted) => {
        stopWatching();
        if (isLate) this.#slow -= 1;
        if (began > 0) this.#learn(accepted, (performance.now() - began) / 1000);
        this.#slots.release();
      },
    };
  }

  #learn(accepted: boolean, seconds: number): void {
    this.#pace += WEIGHT * (seconds - this.#pace);
    if (seconds * 1000 >= SLOW_MS) this.#width = Math.ceil(this.#width / 2);
    else if (!accepted) this.#width = Math.max(1, this.#width - 1);
    else if (seconds < QUICK_SECONDS) {
      this.#isProven = true;
      this.#width = Math.min(this.#width * 2, this.#widthOf().most);
    }
  }
}

const retryLater = (): number => STALLED_RETRY_SECONDS * (1 + Math.random() / 2);

/** After this long without an answer a server counts as silent, and again after each such period. */
const SILENT_MS = 10_000;

/**
 * Watches how long a server takes for a message: calls `onLate` after `lateMs`, then `onSilent` every ten seconds with the
 * seconds so far. Returns a function that ends it. Messages answered in time cost one timer.
 */
function watchAnswer(lateMs: number, onLate: () => void, onSilent: (seconds: number) => void): () => void {
  let passed = 0;
  let timer: NodeJS.Timeout;
  const after = (milliseconds: number, call: () => void) => {
    timer = setTimeout(() => {
      passed += milliseconds;
      after(SILENT_MS - (passed % SILENT_MS), () => onSilent(passed / 1000));
      call();
    }, milliseconds).unref();
  };
  after(lateMs, onLate);
  return () => clearTimeout(timer);
}
