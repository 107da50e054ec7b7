/** Counts what goes on at the same time, up to a maximum. Whoever enters has to leave. */
export class ConcurrencyLimit {
  readonly #max: number;
  #inside = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get inside(): number {
    return this.#inside;
  }

  get isFull(): boolean {
    return this.#inside >= this.#max;
  }

  /** Whether there was room. */
  enter(): boolean {
    if (this.isFull) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
  }
}
