import { routeKey, type SendRoute } from './send-route.ts';
import type { PauseState } from './sending-pauses.ts';

/** A pause that a message waits for. */
export interface RoutePause {
  /** Of its recipient domain, or of its whole transport. */
  of: 'domain' | 'transport';
  /** How long it still lasts. */
  seconds: number;
}

/**
 * By this process's clock in milliseconds: `until` when a route is paused (0: not paused, failures are counted), and `since` when
 * everything fails.
 */
interface Pause {
  until: number;
  since: number;
  /** Only bulk messages wait. */
  bulkOnly: boolean;
}

/** For this long after a pause, only urgent messages are sent. */
export const URGENT_FIRST_SECONDS = 5;

/** The sending pauses and consecutive failures of routes. */
export class RoutePauses {
  readonly #pauses = new Map<string, Pause>();

  constructor(states: readonly PauseState[] = []) {
    for (const state of states) this.add(state);
  }

  /** The pause of the route's domain or of its whole transport; if both are paused, the one that ends last. */
  of(route: SendRoute, isBulk: boolean): RoutePause | undefined {
    if (this.#pauses.size === 0) return undefined;
    const { domain, transport } = this.#on(route);
    const [ofDomain, ofTransport] = [untilOf(domain, isBulk), untilOf(transport, isBulk)];
    const seconds = (Math.max(ofDomain, ofTransport) - performance.now()) / 1000;
    return seconds > 0 ? { of: ofDomain > ofTransport ? 'domain' : 'transport', seconds } : undefined;
  }

  /** Seconds for which everything has failed on a paused route. */
  failingFor(route: SendRoute): number {
    const now = performance.now();
    const { domain, transport } = this.#on(route);
    const since = [domain, transport].flatMap((one) => (one && one.until > now ? one.since : []));
    return Math.max(0, (now - Math.min(...since)) / 1000);
  }

  /** Whether failures of the route are counted. */
  hasFailures = (route: SendRoute): boolean => this.#pauses.has(routeKey(route));

  /** Whether these have started a pause, even if it is over. */
  hasPaused = (route: SendRoute): boolean => (this.#pauses.get(routeKey(route))?.until ?? 0) > 0;

  add({ pausedFor, failingFor, bulkOnly, ...route }: PauseState): void {
    const now = performance.now();
    const until = pausedFor === null ? 0 : now + pausedFor * 1000;
    this.#pauses.set(routeKey(route), { until, since: now - failingFor * 1000, bulkOnly });
  }

  clear(route: SendRoute): void {
    this.#pauses.delete(routeKey(route));
  }

  /** Campaigns wait a little longer than the pause: the urgent messages that waited too are only now being claimed. */
  letUrgentGo(route: SendRoute): void {
    const now = performance.now();
    this.#pauses.set(routeKey(route), { until: now + URGENT_FIRST_SECONDS * 1000, since: now, bulkOnly: true });
  }

  #on(route: SendRoute) {
    return {
      domain: this.#pauses.get(routeKey(route)),
      transport: this.#pauses.get(routeKey({ ...route, domain: '' })),
    };
  }
}

const untilOf = (pause: Pause | undefined, isBulk: boolean): number =>
  pause && (isBulk || !pause.bulkOnly) ? pause.until : 0;
