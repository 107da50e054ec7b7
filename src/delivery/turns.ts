import type { Route } from './route.ts';
import type { Standing } from './standing.ts';
import { SLOW_MS } from './transports/smtp.ts';

/** The messages to one recipient domain by one transport that this process has on their way. */
interface Queue {
  /** How many may be on their way at once: what the domain has earned. */
  width: number;
  most: number;
  flying: number;
  waiting: ((may: boolean) => void)[];
  /** Messages on their way that take long. While there are any nobody waits behind them. */
  slow: number;
  /** Seconds that a message took lately. */
  pace: number;
  /** Up to when those that were sent away are told to come again; milliseconds of this process's clock. */
  spreadUntil: number;
}

/** A message's turn. */
export interface Turn {
  /** The server is being handed it: from here on it may turn out to be slow. */
  begin(): void;
  /** It is on its way no more. `taken`: by the server. */
  end(taken: boolean): void;
}

const MOST_QUEUES = 20_000;

/** Behind a server that is silent a message does not wait: it comes again after so many seconds, or half as many more. */
const HELD_UP_SECONDS = 20;
const LONGEST_SECONDS = 60;

/** What a message is thought to take before one has been seen, and how much one says about the next. */
const USUAL_PACE = 0.2;
const WEIGHT = 0.2;

/**
 * Keeps one recipient domain from taking all connections of a transport. A domain begins with one message at a time and
 * earns more by taking them quickly, up to its limit or all connections; one that makes us wait falls back to one. Few
 * messages wait for their turn, the others are sent away to come again. In each process by itself.
 */
export class Turns {
  readonly #standing: Standing;
  readonly #queues = new Map<string, Queue>();

  constructor(standing: Standing) {
    this.#standing = standing;
  }

  /** Waits for the turn of a message, or gives the seconds after which it had better come again. `connections`: of the transport. */
  async take(route: Route, connections: number): Promise<Turn | number> {
    const key = `${route.teamId} ${route.transportId ?? ''} ${route.domain}`;
    const queue = this.#queueOf(key, route, connections);
    if (queue.flying < queue.width) {
      queue.flying += 1;
      return this.#fly(key, queue);
    }
    if (queue.slow > 0) return HELD_UP_SECONDS * (1 + Math.random() / 2);
    if (queue.waiting.length >= queue.width * 2) return sendAway(queue);
    const may = await new Promise<boolean>((resolve) => queue.waiting.push(resolve));
    return may ? this.#fly(key, queue) : HELD_UP_SECONDS * (1 + Math.random() / 2);
  }

  /** Sends away all that wait, when nothing more is to be sent. */
  close(): void {
    for (const { waiting } of this.#queues.values()) for (const wake of waiting.splice(0)) wake(false);
  }

  #fly(key: string, queue: Queue): Turn {
    let late = false;
    let began = 0;
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      began = performance.now();
      timer = setTimeout(() => {
        late = true;
        queue.slow += 1;
        queue.width = 1;
        for (const wake of queue.waiting.splice(0)) wake(false);
      }, SLOW_MS).unref();
    };
    const end = (taken: boolean) => {
      clearTimeout(timer);
      queue.flying -= 1;
      if (late) queue.slow -= 1;
      if (began > 0) {
        queue.width = late ? 1 : taken ? Math.min(queue.width * 2, queue.most) : Math.max(1, queue.width - 1);
        queue.pace += WEIGHT * ((performance.now() - began) / 1000 - queue.pace);
      }
      while (queue.flying < queue.width && queue.waiting.length > 0) {
        queue.flying += 1;
        queue.waiting.shift()?.(true);
      }
      if (this.#queues.size > MOST_QUEUES && queue.flying === 0) this.#queues.delete(key);
    };
    return { begin, end };
  }

  #queueOf(key: string, route: Route, connections: number): Queue {
    const limit = this.#standing.domainLimit(this.#standing.transport(route.transportId), route.domain)?.connections;
    const most = Math.min(limit ?? connections, connections);
    let queue = this.#queues.get(key);
    if (!queue) {
      queue = { width: 1, most, flying: 0, waiting: [], slow: 0, pace: USUAL_PACE, spreadUntil: 0 };
      this.#queues.set(key, queue);
    }
    queue.most = most;
    queue.width = Math.min(queue.width, most);
    return queue;
  }
}

/** One after the other, at the pace of the domain: so that each comes about when its turn does. */
function sendAway(queue: Queue): number {
  const now = performance.now();
  const step = (queue.pace / queue.most) * 1000;
  queue.spreadUntil = Math.min(Math.max(queue.spreadUntil, now) + step, now + LONGEST_SECONDS * 1000);
  return 1 + (queue.spreadUntil - now) / 1000;
}
