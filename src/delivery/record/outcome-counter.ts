import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import { countOutcomes } from '../../domain/ledger/count-outcomes.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import type { Log } from '../../log.ts';

/** Between two counts: a count has the fixed cost of many messages. */
const PAUSE_MS = 100;
const AGAIN_MS = 1_000;

/**
 * Counts settled messages a moment after they were settled. What it leaves behind, another process counts later (jobs/sweep.ts).
 * `onCounted` gets the settlements that the figures include now.
 */
export class OutcomeCounter {
  readonly #db: Database;
  readonly #log: Log;
  readonly #onCounted: (settlement: Settlement) => void;
  readonly #stopped = new AbortController();
  #settled: Settlement[] = [];
  #counting: Promise<void> | undefined;

  constructor(db: Database, log: Log, onCounted: (settlement: Settlement) => void) {
    this.#db = db;
    this.#log = log;
    this.#onCounted = onCounted;
  }

  note(settlement: Settlement): void {
    this.#settled.push(settlement);
    this.#counting ??= this.#count().finally(() => {
      this.#counting = undefined;
    });
  }

  /** Counts the rest. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#counting;
  }

  async #count(): Promise<void> {
    await undefined; // what arrives in the same tick
    while (this.#settled.length > 0) {
      const settled = this.#settled.splice(0);
      try {
        await countOutcomes(
          this.#db,
          settled.map(({ claim }) => claim.teamId),
        );
        for (const settlement of settled) this.#onCounted(settlement);
        await this.#pause(PAUSE_MS);
      } catch (error) {
        this.#log.error({ reason: (error as Error).message }, 'cannot count sent messages; trying again');
        if (this.#stopped.signal.aborted) return;
        this.#settled.unshift(...settled);
        await this.#pause(AGAIN_MS);
      }
    }
  }

  #pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: this.#stopped.signal }).catch(() => {}); // stopping ends it
}
