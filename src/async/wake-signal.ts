/** Wakes a waiting loop. Without a waiter, the wake is remembered for the next `wait`. */
export class WakeSignal {
  #rung = false;
  #resume: (() => void) | undefined;

  wake(): void {
    this.#rung = true;
    this.#resume?.();
  }

  /** Waits for `wake`, at most this many milliseconds. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#resume = undefined;
  }
}
