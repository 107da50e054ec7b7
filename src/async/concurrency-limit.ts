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

  /** Whether there was room. */
  enter(): boolean {
    if (this.#inside >= this.#max) return false;
    this.#inside += 1;
    return true;
  }

  leave(): void {
    this.#inside -= 1;
  }
}
