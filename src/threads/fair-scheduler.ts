/** A task that waits for a thread or runs on one. */
interface Owned {
  /** The owner of the task. Tasks without an owner count as one owner's. */
  owner?: number;
  /** How many steps the task has. */
  parts: number;
}

/** A task is slow above this time per part. Most take a hundredth of it; the margin is for busy machines. */
const SLOW_MS = 200;

/** How long an owner counts as slow after a slow task. */
const REMEMBERED_MS = 10_000;

/**
 * Chooses the next task. Owners are served in turn. Owners who were slow lately never get all threads together: one
 * thread is left for the others.
 */
export class FairScheduler<Task extends Owned> {
  readonly #threads: number;
  readonly #waiting: Task[] = [];
  readonly #slowUntil = new Map<number | undefined, number>();
  readonly #served = new Map<number | undefined, number>();
  #round = 0;

  constructor(threads: number) {
    this.#threads = threads;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(task: Task): void {
    this.#waiting.push(task);
  }

  /**
   * Removes and returns the next task that may start beside the running ones. `ready`: threads that run or can run
   * tasks.
   */
  next(running: readonly Task[], ready: number): Task | undefined {
    const slow = running.filter((task) => this.#isSlow(task)).length;
    const mayBeSlow = slow < (this.#threads === 1 ? 1 : ready - 1);
    let found: Task | undefined;
    for (const task of this.#waiting) {
      if (!mayBeSlow && this.#isSlow(task)) continue;
      if (!found || this.#lastServed(task) < this.#lastServed(found)) found = task;
    }
    if (!found) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(found), 1);
    this.#served.set(found.owner, ++this.#round);
    return found;
  }

  /** Records how long a task ran. */
  ran({ owner, parts }: Task, milliseconds: number): void {
    if (milliseconds >= SLOW_MS * Math.max(1, parts)) this.#slowUntil.set(owner, performance.now() + REMEMBERED_MS);
    if (this.#waiting.length === 0) this.#served.clear();
  }

  /** Removes and returns all waiting tasks. */
  empty(): Task[] {
    return this.#waiting.splice(0);
  }

  #isSlow({ owner }: Task): boolean {
    const until = this.#slowUntil.get(owner);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#slowUntil.delete(owner);
    return false;
  }

  #lastServed = ({ owner }: Task): number => this.#served.get(owner) ?? 0;
}
