import { WaitingLine } from '../../async/waiting-line.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';
import { SLOW_MS } from '../transports/smtp.ts';
import type { TransportCache } from '../transports/transport-cache.ts';

export type Urgency = 'urgent' | 'bulk';

/** This process's messages to one recipient domain by one transport. */
interface Queue {
  /** How many may be in transit at once now. It grows with quick answers, up to `max`. */
  width: number;
  max: number;
  /** Whether the team has set a limit below the number of connections. */
  isLimited: boolean;
  /** Whether the domain has accepted a message quickly before. */
  isProven: boolean;
  inFlight: number;
  waiting: WaitingLine<(may: boolean) => void>;
  /** Slow messages in transit. When all are slow, nothing waits behind them. */
  slow: number;
  /** Moving average of seconds per message. */
  pace: number;
  /** The latest retry times assigned, in milliseconds of this process's clock. */
  lastRetryAt: Record<Urgency, number>;
}

/** A message's slot among those in transit to one domain. */
export interface DomainSlot {
  /** The message is being handed to the server. From now on it may become slow. */
  begin(): void;
  /** The message is no longer in transit. `accepted`: by the server. */
  leave(accepted: boolean): void;
}

const MAX_QUEUES = 20_000;

/** The longest wait of a message behind an unknown domain. */
const UNPROVEN_MS = 500;
/** A domain gets more messages at once if it accepts them faster than this. */
const QUICK_SECONDS = 1;

/** A message does not wait behind a silent server: it is retried after this many seconds, plus up to half of that. */
const STALLED_RETRY_SECONDS = 4;
const LONGEST_SECONDS: Record<Urgency, number> = { urgent: 5, bulk: 60 };

/** The assumed seconds per message before the first one, and the weight of a new message in the moving average. */
const USUAL_PACE = 0.2;
const WEIGHT = 0.2;

/**
 * Keeps one recipient domain from taking all connections of a transport. A domain starts with one message at a time. The number
 * doubles while it accepts messages quickly, up to its limit or all connections, and halves when it is slow. Only a few messages
 * wait for a slow or limited domain; the others are retried later. Urgent messages go before others, and do not wait behind them.
 * Each process counts separately. `onSilent` is called for domains that do not answer.
 */
export class DomainQueues {
  readonly #cache: TransportCache;
  readonly #queues = new Map<string, Queue>();

  readonly #onSilent: (route: SendRoute, seconds: number) => void;

  constructor(cache: TransportCache, onSilent: (route: SendRoute, seconds: number) => void = () => {}) {
    this.#cache = cache;
    this.#onSilent = onSilent;
  }

  /** Seconds after which to retry a message; 0 when it may be built and wait. `connections`: of the transport. */
  delayOf(route: SendRoute, connections: number, urgency: Urgency = 'bulk'): number {
    return delayIn(this.#queueOf(keyOf(route), route, connections), urgency);
  }

  /** Waits for a slot. Returns the retry delay in seconds when no slot is free soon. */
  async enter(route: SendRoute, connections: number, urgency: Urgency = 'bulk'): Promise<DomainSlot | number> {
    const key = keyOf(route);
    const queue = this.#queueOf(key, route, connections);
    if (queue.inFlight < queue.width) {
      queue.inFlight += 1;
      return this.#slotIn(key, queue, route);
    }
    const delay = delayIn(queue, urgency);
    if (delay > 0) return delay;
    const may = await new Promise<boolean>((resolve) => queue.waiting.join(resolve, urgency === 'urgent'));
    return may ? this.#slotIn(key, queue, route) : retryLater();
  }

  /** Makes all waiting messages retry later. Called when delivery stops. */
  close(): void {
    for (const { waiting } of this.#queues.values()) for (const wake of waiting.leave()) wake(false);
  }

  #slotIn(key: string, queue: Queue, route: SendRoute): DomainSlot {
    let began = 0;
    let isLate = false;
    let stopWatching = () => {};
    const onLate = () => {
      isLate = true;
      queue.slow += 1;
      if (!isStalled(queue)) return;
      for (const wake of queue.waiting.leave()) wake(false);
    };
    const onSilent = (seconds: number) => isStalled(queue) && this.#onSilent(route, seconds);
    const begin = () => {
      began = performance.now();
      stopWatching = watchAnswer(queue.isProven ? SLOW_MS : UNPROVEN_MS, onLate, onSilent);
    };
    const leave = (accepted: boolean) => {
      stopWatching();
      queue.inFlight -= 1;
      if (isLate) queue.slow -= 1;
      if (began > 0) learn(queue, accepted, (performance.now() - began) / 1000);
      while (queue.inFlight < queue.width && queue.waiting.length > 0) {
        queue.inFlight += 1;
        queue.waiting.next()?.(true);
      }
      if (this.#queues.size > MAX_QUEUES && queue.inFlight === 0) this.#queues.delete(key);
    };
    return { begin, leave };
  }

  #queueOf(key: string, route: SendRoute, connections: number): Queue {
    const limit = this.#cache.domainLimit(this.#cache.transport(route.transportId), route.domain)?.connections;
    const max = Math.min(limit ?? connections, connections);
    let queue = this.#queues.get(key);
    if (!queue) {
      queue = {
        ...{ width: 1, max, isLimited: false, isProven: false, inFlight: 0, slow: 0 },
        ...{ waiting: new WaitingLine(), pace: USUAL_PACE, lastRetryAt: { urgent: 0, bulk: 0 } },
      };
      this.#queues.set(key, queue);
    }
    queue.max = max;
    queue.isLimited = max < connections;
    queue.width = Math.min(queue.width, max);
    return queue;
  }
}

const keyOf = ({ teamId, transportId, domain }: SendRoute): string => `${teamId} ${transportId ?? ''} ${domain}`;

function learn(queue: Queue, accepted: boolean, seconds: number): void {
  queue.pace += WEIGHT * (seconds - queue.pace);
  if (seconds * 1000 >= SLOW_MS) queue.width = Math.ceil(queue.width / 2);
  else if (!accepted) queue.width = Math.max(1, queue.width - 1);
  else if (seconds < QUICK_SECONDS) {
    queue.isProven = true;
    queue.width = Math.min(queue.width * 2, queue.max);
  }
}

function delayIn(queue: Queue, urgency: Urgency): number {
  if (queue.inFlight < queue.width) return 0;
  if (isStalled(queue)) return retryLater();
  const isNarrow = queue.isLimited || queue.pace > QUICK_SECONDS;
  if (!isNarrow || queue.waiting.before(urgency === 'urgent') < queue.width * 2) return 0;
  // Spread the retries at the domain's pace, so that each message comes back about when a slot is free.
  const now = performance.now();
  const step = (queue.pace / queue.width) * 1000;
  const last = Math.max(queue.lastRetryAt[urgency], now);
  queue.lastRetryAt[urgency] = Math.min(last + step, now + LONGEST_SECONDS[urgency] * 1000);
  return 1 + (queue.lastRetryAt[urgency] - now) / 1000;
}

const isStalled = ({ slow, inFlight }: Queue): boolean => slow > 0 && slow >= inFlight;

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
