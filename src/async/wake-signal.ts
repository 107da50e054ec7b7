/** Something to wait for: rung while nobody waits, it is heard by the next who does. */
export class WakeSignal {
  #rung = false;
  #resume: (() => void) | undefined;

  wake(): void {
    this.#rung = true;
    this.#resume?.();
  }

  /** Waits for the bell, at most so many milliseconds. */
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
