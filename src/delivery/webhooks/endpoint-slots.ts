import { LRUCache } from 'lru-cache';
import { type Endpoint, nameOf } from '../../domain/webhooks/delivery.ts';

/** The most deliveries in transit: in total, and to one host. */
const ALL = 256;
const OF_HOST = 128;

/** The part of them for failing or slow endpoints, and together with new endpoints. */
const BAD = { all: 96, host: 32 };
const UNPROVEN = { all: 192, host: 96 };

/** The most to one endpoint: at first, and later. Each good answer allows one more; a bad one reduces it to one. */
const FIRST = 2;
const MOST = 16;

/** An endpoint that takes longer to answer is slow. */
export const QUICK_MS = 2_000;

/** How many endpoints are remembered: the latest ones. */
const REMEMBERED = 10_000;

/** Deliveries in transit. */
interface Busy {
  all: number;
  bad: number;
  unproven: number;
}

/** A delivery in transit. */
interface Underway {
  endpoint: Endpoint;
  /** By the monotonic clock. */
  since: number;
}

interface Wish<Of> {
  endpoint: Of;
  wanted: number;
  room: number;
}

/**
 * Decides how many deliveries an endpoint may get. A failing or slow one has a single delivery in transit. All of those together
 * may use a part of the slots, per host and in total, so that other endpoints do not wait for them, even on the same host.
 */
export class EndpointSlots {
  readonly #windows = new LRUCache<string, number>({ max: REMEMBERED });
  /** By endpoint, the oldest first. */
  readonly #underway = new Map<string, Set<Underway>>();
  readonly #now: () => number;
  #count = 0;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** How many deliveries are in transit. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= ALL;
  }

  /** Shares the free slots among endpoints, in their order: each gets one before any gets a second. */
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

  /** A delivery starts. Returns the function to call at its end, with whether the endpoint accepted it quickly. */
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

  /** Takes a slot, in total and of the host, unless one of the limits is reached. */
  #take(busy: Map<string, Busy>, endpoint: Endpoint): boolean {
    const kind = this.#kindOf(nameOf(endpoint));
    const [all, host] = [busyOf(busy, ''), busyOf(busy, endpoint.host)];
    if (all.all >= ALL || host.all >= OF_HOST) return false;
    if (kind.isBad && (all.bad >= BAD.all || host.bad >= BAD.host)) return false;
    if (kind.isUnproven && (all.unproven >= UNPROVEN.all || host.unproven >= UNPROVEN.host)) return false;
    for (const one of [all, host]) count(one, kind, 1);
    return true;
  }

  /** The deliveries in transit by host, and in total under the empty name. */
  #busy(): Map<string, Busy> {
    const busy = new Map<string, Busy>();
    for (const [name, theirs] of this.#underway) {
      const [first] = theirs;
      const kind = this.#kindOf(name);
      for (const host of ['', first!.endpoint.host]) count(busyOf(busy, host), kind, theirs.size);
    }
    return busy;
  }

  /** An endpoint with a waiting delivery is slow even before it answers. */
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
