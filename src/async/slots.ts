/** A limited number of slots. Callers wait in two lines: urgent ones are served before the others, each line in order. */
export class Slots {
  readonly #size: () => number;
  readonly #urgent: Waiter[] = [];
  readonly #others: Waiter[] = [];
  #taken = 0;

  /** `size`: how many slots there are now. When it grows, call `serve`. */
  constructor(size: () => number) {
    this.#size = size;
  }

  get taken(): number {
    return this.#taken;
  }

  get isFull(): boolean {
    return this.#taken >= this.#size();
  }

  /** How many callers would be served before one that joins now. */
  ahead(isUrgent: boolean): number {
    return isUrgent ? this.#urgent.length : this.#urgent.length + this.#others.length;
  }

  /** Takes a slot, or waits for one. Resolves to false without a slot when the caller is sent away. */
  async take(isUrgent = false): Promise<boolean> {
    if (!this.isFull) {
      this.#taken += 1;
      return true;
    }
    return new Promise((resolve) => (isUrgent ? this.#urgent : this.#others).push(resolve));
  }

  release(): void {
    this.#taken -= 1;
    this.serve();
  }

  /** Gives free slots to waiting callers. */
  serve(): void {
    while (!this.isFull) {
      const next = this.#urgent.shift() ?? this.#others.shift();
      if (!next) return;
      this.#taken += 1;
      next(true);
    }
  }

  /** Sends all waiting callers away. */
  sendAway(): void {
    for (const away of [...this.#urgent.splice(0), ...this.#others.splice(0)]) away(false);
  }
}

type Waiter = (served: boolean) => void;
