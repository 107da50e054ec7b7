import type { SendRoute } from '../../domain/transports/send-route.ts';
import { SLOW_MS } from '../transports/smtp.ts';
import type { TransportCache } from '../transports/transport-cache.ts';

/** The messages to one recipient domain by one transport that this process has on their way. */
interface Queue {
  /** How many may be on their way at once: what the domain has earned. */
  width: number;
  max: number;
  /** Less than all connections, because somebody set it so. */
  isLimited: boolean;
  /** It has taken a message quickly before. */
  isProven: boolean;
  inFlight: number;
  waiting: ((may: boolean) => void)[];
  /** Messages on their way that take long. When all do nobody waits behind them. */
  slow: number;
  /** Seconds that a message took lately. */
  pace: number;
  /** Up to when those that were sent away are told to come again; milliseconds of this process's clock. */
  spreadUntil: number;
}

/** A message's slot among those on their way to one domain. */
export interface DomainSlot {
  /** The server is being handed it: from here on it may turn out to be slow. */
  begin(): void;
  /** It is on its way no more. `taken`: by the server. */
  leave(taken: boolean): void;
}

const MAX_QUEUES = 20_000;

/** Of a domain that nothing is known of nobody waits for longer. */
const UNPROVEN_MS = 500;
/** A domain earns more by taking messages in less than this. */
const QUICK_SECONDS = 1;

/** Behind a server that is silent a message does not wait: it comes again after so many seconds, or half as many more. */
const HELD_UP_SECONDS = 4;
const LONGEST_SECONDS = 60;

/** What a message is thought to take before one has been seen, and how much one says about the next. */
const USUAL_PACE = 0.2;
const WEIGHT = 0.2;

/**
 * Keeps one recipient domain from taking all connections of a transport. A domain begins with one message at a time and
 * earns more by taking them quickly, up to its limit or all connections; one that makes us wait loses half of them. Behind
 * a domain that is slow or limited few messages wait, the others are sent away to come again. In each process by itself.
 */
export class DomainQueues {
  readonly #cache: TransportCache;
  readonly #queues = new Map<string, Queue>();

  constructor(cache: TransportCache) {
    this.#cache = cache;
  }

  /** Seconds after which a message had better come again; 0 when it may be made and wait. `connections`: of the transport. */
  delayOf(route: SendRoute, connections: number): number {
    return delayIn(this.#queueOf(keyOf(route), route, connections));
  }

  /** Waits for a place for a message, or gives the seconds after which it had better come again. */
  async enter(route: SendRoute, connections: number): Promise<DomainSlot | number> {
    const key = keyOf(route);
    const queue = this.#queueOf(key, route, connections);
    if (queue.inFlight < queue.width) {
      queue.inFlight += 1;
      return this.#fly(key, queue);
    }
    const delay = delayIn(queue);
    if (delay > 0) return delay;
    const may = await new Promise<boolean>((resolve) => queue.waiting.push(resolve));
    return may ? this.#fly(key, queue) : heldUp();
  }

  /** Sends away all that wait, when nothing more is to be sent. */
  close(): void {
    for (const { waiting } of this.#queues.values()) for (const wake of waiting.splice(0)) wake(false);
  }

  #fly(key: string, queue: Queue): DomainSlot {
    let began = 0;
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      began = performance.now();
      const late = () => {
        isLate = true;
        queue.slow += 1;
        if (!isHeldUp(queue)) return;
        for (const wake of queue.waiting.splice(0)) wake(false);
      };
      timer = setTimeout(late, queue.isProven ? SLOW_MS : UNPROVEN_MS).unref();
    };
    const leave = (taken: boolean) => {
      clearTimeout(timer);
      queue.inFlight -= 1;
      if (isLate) queue.slow -= 1;
      if (began > 0) learn(queue, taken, (performance.now() - began) / 1000);
      while (queue.inFlight < queue.width && queue.waiting.length > 0) {
        queue.inFlight += 1;
        queue.waiting.shift()?.(true);
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
        ...{ width: 1, max, isLimited: false, isProven: false, inFlight: 0, waiting: [], slow: 0 },
        ...{ pace: USUAL_PACE, spreadUntil: 0 },
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

function learn(queue: Queue, taken: boolean, seconds: number): void {
  queue.pace += WEIGHT * (seconds - queue.pace);
  if (seconds * 1000 >= SLOW_MS) queue.width = Math.ceil(queue.width / 2);
  else if (!taken) queue.width = Math.max(1, queue.width - 1);
  else if (seconds < QUICK_SECONDS) {
    queue.isProven = true;
    queue.width = Math.min(queue.width * 2, queue.max);
  }
}

function delayIn(queue: Queue): number {
  if (queue.inFlight < queue.width) return 0;
  if (isHeldUp(queue)) return heldUp();
  const isNarrow = queue.isLimited || queue.pace > QUICK_SECONDS;
  if (!isNarrow || queue.waiting.length < queue.width * 2) return 0;
  // One after the other, at the pace of the domain: so that each comes about when it finds a place.
  const now = performance.now();
  const step = (queue.pace / queue.width) * 1000;
  queue.spreadUntil = Math.min(Math.max(queue.spreadUntil, now) + step, now + LONGEST_SECONDS * 1000);
  return 1 + (queue.spreadUntil - now) / 1000;
}

const isHeldUp = ({ slow, inFlight }: Queue): boolean => slow > 0 && slow >= inFlight;

const heldUp = (): number => HELD_UP_SECONDS * (1 + Math.random() / 2);
