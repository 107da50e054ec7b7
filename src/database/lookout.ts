import { type Database, join, run, type Sql, sql } from './connect.ts';
import { isDistributed } from './layout.ts';
import { restAfter } from './rest-after.ts';

/** Work that a loop of this process waits for. */
export interface Look {
  /** A statement that returns rows while there is work. */
  what: Sql;
  /** How often to look, in milliseconds. */
  everyMs: number;
  /** Called when there is work, and while the database does not answer. */
  wake(): void;
}

const IDLE_MS = 1_000;
const BUSY_MS = 500;
/** How long to look more often after work was found. */
const STAYS_BUSY_MS = 10_000;
/** Looks that are due within this time share a statement. */
const TOGETHER_MS = 250;
/** How often a loop looks without being woken. */
const BY_ITSELF_MS = 60_000;

/**
 * Looks for the work of all loops of a process with one statement a second: separate loops cost an idle database twenty
 * transactions a second (docs/adr/0165). While the database is slow or fails, each loop looks by itself.
 */
class Lookout {
  readonly #db: Database;
  /** When each look is due, by the process's own clock. */
  readonly #looks = new Map<Look, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #busyUntil = 0;
  #tookMs = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  watch(look: Look): () => void {
    this.#looks.set(look, performance.now() + look.everyMs);
    this.#timer ??= setTimeout(() => this.#tick(), BUSY_MS);
    return () => {
      this.#looks.delete(look);
      if (this.#looks.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #tick(): void {
    const now = performance.now();
    if (this.#isAsking) wake([...this.#looks.keys()]);
    else {
      const due = [...this.#looks].filter(([, at]) => at <= now + TOGETHER_MS).map(([look]) => look);
      for (const look of due) this.#looks.set(look, now + look.everyMs);
      if (due.length > 0) void this.#ask(due, now);
    }
    this.#timer = setTimeout(() => this.#tick(), restAfter(this.#db, this.#tookMs, this.#pause(now)));
  }

  #pause(now: number): number {
    return now < this.#busyUntil ? BUSY_MS : IDLE_MS;
  }

  async #ask(due: readonly Look[], from: number): Promise<void> {
    this.#isAsking = true;
    const found = await seen(this.#db, due).catch(() => due);
    this.#isAsking = false;
    const now = performance.now();
    this.#tookMs = now - from;
    if (found.length > 0) this.#busyUntil = now + STAYS_BUSY_MS;
    wake(found.filter((look) => this.#looks.has(look)));
  }
}

const wake = (looks: readonly Look[]): void => {
  for (const look of looks) look.wake();
};

/** The looks that have work. */
async function seen(db: Database, looks: readonly Look[]): Promise<Look[]> {
  const found = looks.map(({ what }) => sql`exists (select from (${what}) it)`);
  const [row] = await run<{ found: boolean[] }>(db, sql`select array[${join(found)}] as found`);
  return looks.filter((_, at) => row!.found[at]);
}

const lookouts = new WeakMap<object, Lookout>();

/**
 * Wakes a loop when it has work, until the returned function is called. Does nothing where tables are distributed: there one
 * statement cannot query for all loops.
 */
export function watchFor(db: Database, look: Look): () => void {
  if (isDistributed(db)) return () => {};
  const lookout = lookouts.get(db) ?? new Lookout(db);
  lookouts.set(db, lookout);
  return lookout.watch(look);
}

/**
 * How long a loop may wait until it is woken or looks by itself, in milliseconds, after a look that found nothing and took
 * `tookMs`.
 */
export const waitAfter = (db: Database, tookMs: number, everyMs: number): number =>
  isDistributed(db) ? restAfter(db, tookMs, everyMs) : BY_ITSELF_MS;
