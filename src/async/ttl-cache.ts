interface Options {
  /** For how long a value counts. */
  milliseconds: number;
  /** Values that are kept at once: the oldest gives way. */
  max: number;
}

/** Values by name, each loaded once and kept for a while. What could not be loaded is asked for again. */
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
    const kept = { until: performance.now() + this.#options.milliseconds, value: load() };
    this.#known.set(name, kept);
    kept.value.catch(() => this.#known.get(name) === kept && this.#known.delete(name));
    return kept.value;
  }
}
