import { LRUCache } from 'lru-cache';
import { type Endpoint, nameOf } from '../../domain/webhooks/delivery.ts';

/** Deliveries on their way at a time: in all, and to one host. */
const ALL = 256;
const OF_HOST = 128;

/** Of which those to endpoints that fail or are slow may be so many, and together with those to new endpoints. */
const BAD = { all: 96, host: 32 };
const UNPROVEN = { all: 192, host: 96 };

/** To one endpoint: at first, and at most. Each good answer lets one more go; a bad one leaves one. */
const FIRST = 2;
const MOST = 16;

/** An endpoint that takes longer to answer is slow. */
export const QUICK_MS = 2_000;

/** Endpoints whose behaviour is remembered: those that were heard of last. */
const REMEMBERED = 10_000;

/** Deliveries that are on their way. */
interface Busy {
  all: number;
  bad: number;
  unproven: number;
}

/** A delivery that is on its way. */
interface Underway {
  endpoint: Endpoint;
  /** By the clock that never jumps. */
  since: number;
}

interface Wish<Of> {
  endpoint: Of;
  wanted: number;
  room: number;
}

/**
 * Says how many deliveries an endpoint may be given. One that is down or slow has a single one on its way at a time. All of those
 * together take a part of the places, of each host and in all, so that the other endpoints do not wait for them, on the same host
 * either.
 */
export class EndpointSlots {
  readonly #windows = new LRUCache<string, number>({ max: REMEMBERED });
  /** By endpoint, the oldest first. */
  readonly #underway = new Map<string, Set<Underway>>();
  readonly #now: () => number;
  #count = 0;

  /** `now`: milliseconds of a clock that never jumps. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** How many deliveries are on their way. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= ALL;
  }

  /** Shares the free places among endpoints: each gets one before any gets a second, in their order. */
  rooms<Of extends Endpoint>(endpoints: readonly Of[]): (Of & { room: number })[] {
    const busy = this.#busy();
    const wishes = endpoints.map((endpoint): Wish<Of> => {
      const name = nameOf(endpoint);
      return { endpoint, wanted: this.#windowOf(name) - (this.#underway.get(name)?.size ?? 0), room: 0 };
    });
    let open = wishes.filter(({ wanted }) => wanted > 0);
    while (open.length > 0) {
      open = open.filter((wish) => {
        if (!this.#take(busy, wish.endpoint)) return false;
        wish.room++;
        return wish.room < wish.wanted;
      });
    }
    return wishes.filter(({ room }) => room > 0).map(({ endpoint, room }) => ({ ...endpoint, room }));
  }

  /** A delivery goes on its way. Returns what to call when it is back: with whether the endpoint was quick and took it. */
  enter(endpoint: Endpoint): (isGood: boolean) => void {
    const name = nameOf(endpoint);
    const one = { endpoint, since: this.#now() };
    const theirs = this.#underway.get(name) ?? new Set();
    this.#underway.set(name, theirs.add(one));
    this.#count++;
    return (isGood) => {
      theirs.delete(one);
      if (theirs.size === 0) this.#underway.delete(name);
      this.#count--;
      this.#windows.set(name, isGood ? Math.min((this.#windows.peek(name) ?? FIRST) + 1, MOST) : 1);
    };
  }

  /** Counts a place as taken, in all and of the host, unless one of the limits is reached. */
  #take(busy: Map<string, Busy>, endpoint: Endpoint): boolean {
    const kind = this.#kindOf(nameOf(endpoint));
    const [all, host] = [busyOf(busy, ''), busyOf(busy, endpoint.host)];
    if (all.all >= ALL || host.all >= OF_HOST) return false;
    if (kind.isBad && (all.bad >= BAD.all || host.bad >= BAD.host)) return false;
    if (kind.isUnproven && (all.unproven >= UNPROVEN.all || host.unproven >= UNPROVEN.host)) return false;
    for (const one of [all, host]) count(one, kind, 1);
    return true;
  }

  /** What is on its way, by host, and in all under the empty name. */
  #busy(): Map<string, Busy> {
    const busy = new Map<string, Busy>();
    for (const [name, theirs] of this.#underway) {
      const [first] = theirs;
      const kind = this.#kindOf(name);
      for (const host of ['', first!.endpoint.host]) count(busyOf(busy, host), kind, theirs.size);
    }
    return busy;
  }

  /** One that lets a delivery wait is slow before it has answered. */
  #windowOf(name: string): number {
    const [oldest] = this.#underway.get(name) ?? [];
    return oldest && this.#now() - oldest.since > QUICK_MS ? 1 : (this.#windows.peek(name) ?? FIRST);
  }

  #kindOf(name: string): { isBad: boolean; isUnproven: boolean } {
    const isBad = this.#windowOf(name) === 1;
    return { isBad, isUnproven: isBad || !this.#windows.has(name) };
  }
}

function busyOf(busy: Map<string, Busy>, host: string): Busy {
  const known = busy.get(host) ?? { all: 0, bad: 0, unproven: 0 };
  busy.set(host, known);
  return known;
}

function count(busy: Busy, { isBad, isUnproven }: { isBad: boolean; isUnproven: boolean }, by: number): void {
  busy.all += by;
  if (isBad) busy.bad += by;
  if (isUnproven) busy.unproven += by;
}
