interface Options {
  /** How long a value is valid. */
  milliseconds: number;
  /** How many values are cached; the oldest is dropped first. */
  max: number;
}

/** Caches values by name for a limited time. Concurrent callers share one load; a failed load is not cached. */
export class TtlCache<Value> {
  readonly #options: Options;
  readonly #known = new Map<string, { until: number; value: Promise<Value> }>();

  constructor(options: Options) {
    this.#options = options;
  }

  get(name: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#known.get(name);
    if (known && known.until > performance.now()) return known.value;
    this.#known.delete(name);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= this.#options.max && oldest !== undefined) this.#known.delete(oldest);
    const entry = { until: performance.now() + this.#options.milliseconds, value: load() };
    this.#known.set(name, entry);
    entry.value.catch(() => this.#known.get(name) === entry && this.#known.delete(name));
    return entry.value;
  }
}
