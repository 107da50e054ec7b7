import { LRUCache } from 'lru-cache';

interface Options {
  /** How long a value is valid. */
  milliseconds: number;
  /** How many values are cached; the least recently requested one is dropped first. */
  max: number;
}

/** Caches values by name for a limited time. Concurrent callers share one load; a failed load is not cached. */
export class TtlCache<Value> {
  readonly #known: LRUCache<string, Promise<Value>>;

  constructor({ milliseconds, max }: Options) {
    this.#known = new LRUCache({ max, ttl: milliseconds, ttlResolution: 0 });
  }

  get(name: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(name);
    if (known) return known;
    const value = load();
    this.#known.set(name, value);
    value.catch(() => this.#known.peek(name) === value && this.#known.delete(name));
    return value;
  }
}
