import { type Database, join, run, type Sql, sql } from './connect.ts';
import { isDistributed } from './layout.ts';

/** Work that a loop of this process waits for. */
export interface Poll {
  /** A statement that returns rows while there is work. */
  what: Sql;
  /** How often to run it, in milliseconds. */
  everyMs: number;
  /** Called when there is work, and while the database does not answer. */
  wake(): void;
}

const IDLE_MS = 1_000;
const BUSY_MS = 500;
/** How long to poll more often after work was found. */
const STAYS_BUSY_MS = 10_000;
/** Polls that are due within this time share a statement. */
const TOGETHER_MS = 250;
/** How often a loop polls without being woken. */
const BY_ITSELF_MS = 60_000;

/**
 * Polls for the work of all loops of a process with one statement a second: separate loops cost an idle database twenty
 * transactions a second (docs/adr/0165). While the database is slow or fails, each loop polls by itself.
 */
class WorkPoller {
  readonly #db: Database;
  /** When each poll is due, by the process's own clock. */
  readonly #polls = new Map<Poll, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #busyUntil = 0;
  #tookMs = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  add(poll: Poll): () => void {
    this.#polls.set(poll, performance.now() + poll.everyMs);
    this.#timer ??= setTimeout(() => this.#tick(), BUSY_MS);
    return () => {
      this.#polls.delete(poll);
      if (this.#polls.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #tick(): void {
    const now = performance.now();
    if (this.#isAsking) wake([...this.#polls.keys()]);
    else {
      const due = [...this.#polls].filter(([, at]) => at <= now + TOGETHER_MS).map(([poll]) => poll);
      for (const poll of due) this.#polls.set(poll, now + poll.everyMs);
      if (due.length > 0) void this.#ask(due, now);
    }
    this.#timer = setTimeout(() => this.#tick(), pauseAfter(this.#db, this.#tookMs, this.#pause(now)));
  }

  #pause(now: number): number {
    return now < this.#busyUntil ? BUSY_MS : IDLE_MS;
  }

  async #ask(due: readonly Poll[], from: number): Promise<void> {
    this.#isAsking = true;
    const found = await seen(this.#db, due).catch(() => due);
    this.#isAsking = false;
    const now = performance.now();
    this.#tookMs = now - from;
    if (found.length > 0) this.#busyUntil = now + STAYS_BUSY_MS;
    wake(found.filter((poll) => this.#polls.has(poll)));
  }
}

const wake = (polls: readonly Poll[]): void => {
  for (const poll of polls) poll.wake();
};

/** The polls that found work. */
async function seen(db: Database, polls: readonly Poll[]): Promise<Poll[]> {
  const found = polls.map(({ what }) => sql`exists (select from (${what}) it)`);
  const [row] = await run<{ found: boolean[] }>(db, sql`select array[${join(found)}] as found`);
  return polls.filter((_, at) => row!.found[at]);
}

const pollers = new WeakMap<object, WorkPoller>();

/** How the loops of a process look for work. */
interface Looking {
  /** Whether one statement looks for all. */
  isShared: boolean;
  /** A look that found nothing is followed by a pause of this many times as long as it took, but not longer than `longestMs`. */
  pauses: number;
  longestMs: number;
}

/** Looking takes at most a tenth of the time. */
const ONE_MACHINE: Looking = { isShared: true, pauses: 10, longestMs: 5_000 };
/** No statement can look into all tables. Each process has a dozen kinds of work, and each look asks every machine. */
const CLUSTER: Looking = { isShared: false, pauses: 40, longestMs: 15_000 };

const lookingIn = (db: object): Looking => (isDistributed(db) ? CLUSTER : ONE_MACHINE);

/** Wakes a loop when it has work, until the returned function is called. Does nothing where each loop polls by itself. */
export function pollForWork(db: Database, poll: Poll): () => void {
  if (!lookingIn(db).isShared) return () => {};
  const poller = pollers.get(db) ?? new WorkPoller(db);
  pollers.set(db, poller);
  return poller.add(poll);
}

/**
 * How long a loop may wait until it is woken or polls by itself, in milliseconds, after a poll that found nothing and took
 * `tookMs`.
 */
export const waitAfter = (db: Database, tookMs: number, everyMs: number): number =>
  lookingIn(db).isShared ? BY_ITSELF_MS : pauseAfter(db, tookMs, everyMs);

/** How many milliseconds to wait after a look that found nothing: `usual`, or longer where or when looking is slow. */
function pauseAfter(db: object, tookMs: number, usual: number): number {
  const { pauses, longestMs } = lookingIn(db);
  return Math.max(usual, Math.min(tookMs * pauses, longestMs));
}
