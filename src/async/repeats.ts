interface Counted {
  count: number;
  timer: NodeJS.Timeout;
  report(count: number): void;
}

/** Lets the first of equal things pass and counts the others. While they continue, reports every `milliseconds` how many came. */
export class Repeats {
  readonly #milliseconds: number;
  readonly #known = new Map<string, Counted>();

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Whether it is the first of its kind. Others are counted, and `report` is called with their number. */
  passes(kind: string, report: (count: number) => void): boolean {
    const known = this.#known.get(kind);
    if (known) {
      known.count += 1;
      return false;
    }
    this.#begin(kind, report);
    return true;
  }

  /** How many kinds are currently distinguished. */
  get kinds(): number {
    return this.#known.size;
  }

  /** Reports outstanding counts. */
  flush(): void {
    for (const kind of [...this.#known.keys()]) this.#end(kind);
  }

  #begin(kind: string, report: Counted['report']): void {
    const timer = setTimeout(() => {
      if (this.#end(kind) > 0) this.#begin(kind, report);
    }, this.#milliseconds).unref();
    this.#known.set(kind, { count: 0, timer, report });
  }

  #end(kind: string): number {
    const known = this.#known.get(kind);
    if (!known) return 0;
    this.#known.delete(kind);
    clearTimeout(known.timer);
    if (known.count > 0) known.report(known.count);
    return known.count;
  }
}
