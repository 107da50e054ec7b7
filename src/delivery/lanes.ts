import type { Route } from './route.ts';
import type { Standing } from './standing.ts';
import { SLOW_MS } from './transports/smtp.ts';

/** The messages to one recipient domain by one transport that this process has on their way. */
interface Lane {
  /** How many may be on their way at once: what it has earned. */
  width: number;
  most: number;
  flying: number;
  waiting: ((may: boolean) => void)[];
  /** Messages on their way that take long. While there are any nobody waits behind them. */
  slow: number;
}

/** A message's place in its lane. */
export interface Place {
  /** The server is being handed it: from here on it may turn out to be slow. */
  begin(): void;
  /** It is on its way no more. `taken`: by the server. */
  leave(taken: boolean): void;
}

const MOST_LANES = 20_000;

/**
 * Keeps one recipient domain from taking all connections of a transport. A domain begins with one message at a time and
 * earns more by taking them quickly, up to its limit or all connections; one that makes us wait falls back to one, and
 * what waits behind it is sent away. In each process by itself.
 */
export class Lanes {
  readonly #standing: Standing;
  readonly #lanes = new Map<string, Lane>();

  constructor(standing: Standing) {
    this.#standing = standing;
  }

  /**
   * Waits for a place in the lane of a route. Undefined when the lane is held up, so that the
   * message had better come again later. `connections`: of the transport.
   */
  async enter(route: Route, connections: number): Promise<Place | undefined> {
    const key = `${route.teamId} ${route.transportId ?? ''} ${route.domain}`;
    const lane = this.#laneOf(key, route, connections);
    if (lane.slow > 0 && lane.flying >= lane.width) return undefined;
    if (lane.flying >= lane.width) {
      const may = await new Promise<boolean>((resolve) => lane.waiting.push(resolve));
      if (!may) return undefined;
    } else lane.flying += 1;
    return this.#fly(key, lane);
  }

  /** Sends away all that wait, when nothing more is to be sent. */
  close(): void {
    for (const { waiting } of this.#lanes.values()) for (const wake of waiting.splice(0)) wake(false);
  }

  #fly(key: string, lane: Lane): Place {
    let late = false;
    let timer: NodeJS.Timeout | undefined;
    const begin = () => {
      timer ??= setTimeout(() => {
        late = true;
        lane.slow += 1;
        lane.width = 1;
        for (const wake of lane.waiting.splice(0)) wake(false);
      }, SLOW_MS).unref();
    };
    const leave = (taken: boolean) => {
      clearTimeout(timer);
      lane.flying -= 1;
      if (late) lane.slow -= 1;
      lane.width = late ? 1 : taken ? Math.min(lane.width * 2, lane.most) : Math.max(1, lane.width - 1);
      while (lane.flying < lane.width && lane.waiting.length > 0) {
        lane.flying += 1;
        lane.waiting.shift()?.(true);
      }
      if (this.#lanes.size > MOST_LANES && lane.flying === 0) this.#lanes.delete(key);
    };
    return { begin, leave };
  }

  #laneOf(key: string, route: Route, connections: number): Lane {
    const limit = this.#standing.domainLimit(this.#standing.transport(route.transportId), route.domain)?.connections;
    const most = Math.min(limit ?? connections, connections);
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { width: 1, most, flying: 0, waiting: [], slow: 0 };
      this.#lanes.set(key, lane);
    }
    lane.most = most;
    lane.width = Math.min(lane.width, most);
    return lane;
  }
}
