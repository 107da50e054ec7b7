import { LRUCache } from 'lru-cache';
import { type Endpoint, nameOf } from '../../domain/webhooks/delivery.ts';

/** Deliveries on their way at a time, in all. */
const ALL = 256;

/** Of which those to endpoints that fail or are slow may be so many. */
const OF_BAD = 128;

/** To one endpoint: at first, and at most. Each good answer lets one more go; a bad one leaves one. */
const FIRST = 2;
const MOST = 16;

/** Endpoints whose behaviour is remembered: those that were heard of last. */
const REMEMBERED = 10_000;

/**
 * Says how many deliveries an endpoint may be given. One that is down or slow has a single one on its way at a time, and all of
 * those together leave half of the places to the others: however many there are, the rest does not wait for them.
 */
export class EndpointSlots {
  readonly #windows = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #busy = new Map<string, number>();
  #count = 0;
  #ofBad = 0;

  /** How many deliveries are on their way. */
  get count(): number {
    return this.#count;
  }

  /** How many may go to any endpoint, and how many of these to one that is bad. */
  get free(): { all: number; ofBad: number } {
    return { all: ALL - this.#count, ofBad: OF_BAD - this.#ofBad };
  }

  /** Shares the free places among endpoints, in their order. */
  rooms<Of extends Endpoint>(endpoints: readonly Of[]): (Of & { room: number })[] {
    let { all, ofBad } = this.free;
    const rooms = endpoints.map((endpoint) => {
      const name = nameOf(endpoint);
      const wanted = this.#windowOf(name) - (this.#busy.get(name) ?? 0);
      const room = Math.max(0, Math.min(wanted, all, this.#isBad(name) ? ofBad : all));
      all -= room;
      if (this.#isBad(name)) ofBad -= room;
      return { ...endpoint, room };
    });
    return rooms.filter(({ room }) => room > 0);
  }

  /** A delivery goes on its way. Returns what to call when it is back: with whether the endpoint was quick and took it. */
  enter(endpoint: Endpoint): (isGood: boolean) => void {
    const name = nameOf(endpoint);
    const bad = Number(this.#isBad(name));
    this.#add(name, 1, bad);
    return (isGood) => {
      this.#add(name, -1, -bad);
      this.#windows.set(name, isGood ? Math.min(this.#windowOf(name) + 1, MOST) : 1);
    };
  }

  #add(name: string, one: 1 | -1, bad: number): void {
    const busy = (this.#busy.get(name) ?? 0) + one;
    if (busy > 0) this.#busy.set(name, busy);
    else this.#busy.delete(name);
    this.#count += one;
    this.#ofBad += bad;
  }

  #windowOf(name: string): number {
    return this.#windows.peek(name) ?? FIRST;
  }

  #isBad(name: string): boolean {
    return this.#windowOf(name) === 1;
  }
}
