/** Counts concurrent work, up to a maximum. Every `enter` needs a `leave`. */
export class ConcurrencyLimit {
  readonly #max: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#count >= this.#max;
  }

  /** Whether there was room. */
  enter(): boolean {
    if (this.isFull) return false;
    this.#count += 1;
    return true;
  }

  leave(): void {
    this.#count -= 1;
  }
}
