/** Counts open resources by name. */
export class OpenCounts {
  readonly #counts = new Map<string, number>();

  count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Counts one more for each name. Returns a function to release them, which may be called repeatedly. */
  add(...names: readonly string[]): () => void {
    for (const name of names) this.#counts.set(name, this.count(name) + 1);
    let isOpen = true;
    return () => {
      if (isOpen) for (const name of names) this.#drop(name);
      isOpen = false;
    };
  }

  #drop(name: string): void {
    const left = this.count(name) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}
