import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/connect.ts';
import { type Settlement, settle } from '../domain/sending/settle.ts';
import type { Log } from '../log.ts';

/** `written`: false when the row had gone to somebody else. */
type OnSettled = (settlement: Settlement, written: boolean) => void;

const MOST_AT_ONCE = 100;
const RETRY_MS = 500;

/**
 * Writes settlements in sets: what comes while one set is written makes the next. Until it is ended it gives none up: a
 * message that was accepted and not written down would be sent again.
 */
export class Settler {
  readonly #db: Database;
  readonly #log: Log;
  readonly #onSettled: OnSettled;
  readonly #waiting: Settlement[] = [];
  #writing: Promise<void> | undefined;
  #ended = false;

  constructor(db: Database, log: Log, onSettled: OnSettled) {
    this.#db = db;
    this.#log = log;
    this.#onSettled = onSettled;
  }

  add(settlement: Settlement): void {
    this.#waiting.push(settlement);
    this.#writing ??= this.#write();
  }

  /** Tries no more. What is not written by then is found by whoever takes over when the leases run out. */
  end(): void {
    this.#ended = true;
  }

  async #write(): Promise<void> {
    let size = MOST_AT_ONCE;
    while (this.#waiting.length > 0 && !this.#ended) {
      const set = this.#waiting.splice(0, size);
      try {
        const written = new Set(await settle(this.#db, set));
        size = MOST_AT_ONCE;
        for (const settlement of set) this.#onSettled(settlement, written.has(settlement.claim));
      } catch (error) {
        this.#log.error({ mails: set.length, reason: (error as Error).message }, 'the ledger cannot be written yet');
        size = 1; // and from the back of the line: one that cannot be written holds no other up
        this.#waiting.push(...set);
        await sleep(RETRY_MS);
      }
    }
    this.#writing = undefined;
  }
}
