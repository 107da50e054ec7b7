/** Admits up to `size()` holders at a time. The others wait in order. */
export class Semaphore {
  readonly #size: () => number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(size: () => number) {
    this.#size = size;
  }

  async acquire(): Promise<void> {
    if (this.#inside < this.#size()) this.#inside += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside -= 1;
  }
}
