/** Somebody's work that waits for a thread, or has one. */
interface Owned {
  /** Absent: nobody's in particular. */
  owner?: number;
  /** How many things it does, one after the other. */
  parts: number;
}

/** Beyond this for each of its parts a job was slow: most take a hundredth of it, and a busy machine lets them wait for a while. */
const SLOW_MS = 200;

/** For how long whoever was slow counts as such. */
const REMEMBERED_MS = 10_000;

/**
 * Whose turn it is. Owners are served in turn, and those who were slow lately never have all threads together: the last one
 * is for the others, whose work then waits for nobody.
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

  /** Takes the next task out, if one may begin beside those that run. `ready`: the threads that run them or could. */
  next(running: readonly Task[], ready: number): Task | undefined {
    const slow = running.filter((task) => this.#isSlow(task)).length;
    const mayBeSlow = slow < (this.#threads === 1 ? 1 : ready - 1);
    let found: Task | undefined;
    for (const task of this.#waiting) {
      if (!mayBeSlow && this.#isSlow(task)) continue;
      if (!found || this.#lastTurn(task) < this.#lastTurn(found)) found = task;
    }
    if (!found) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(found), 1);
    this.#served.set(found.owner, ++this.#round);
    return found;
  }

  /** Tells how long a task ran. */
  ran({ owner, parts }: Task, milliseconds: number): void {
    if (milliseconds >= SLOW_MS * Math.max(1, parts)) this.#slowUntil.set(owner, performance.now() + REMEMBERED_MS);
    if (this.#waiting.length === 0) this.#served.clear();
  }

  /** All that waits, which will not be served. */
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

  #lastTurn = ({ owner }: Task): number => this.#served.get(owner) ?? 0;
}
