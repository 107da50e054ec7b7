import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { hardBouncesIn } from '../../domain/sending/hard-bounces-in.ts';
import { type FeedbackReport, recordFeedback } from '../../domain/sending/record-feedback.ts';
import type { Log } from '../../log.ts';

const MAX_AT_ONCE = 500;
const AGAIN_MS = 1_000;
const LAST_MS = 2_000;

/**
 * Records recipients without a mailbox as hard bounces, in batches and separately from settlements: writes about people wait
 * while a person of the team is being erased, and settlements must not wait for that.
 */
export class HardBounces {
  readonly #db: Database;
  readonly #log: Log;
  readonly #waiting: FeedbackReport[] = [];
  readonly #stopped = new AbortController();
  #recording: Promise<void> | undefined;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  note(settlement: Settlement): void {
    const refusals = hardBouncesIn(settlement);
    if (refusals.length === 0) return;
    this.#waiting.push(...refusals);
    this.#recording ??= this.#record().finally(() => {
      this.#recording = undefined;
    });
  }

  /** Records the rest, within two seconds. The next e-mail to the address finds a lost bounce again. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.race([this.#recording, sleep(LAST_MS, undefined, { ref: false })]);
  }

  async #record(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_AT_ONCE);
      try {
        await recordFeedback(this.#db, batch);
      } catch (error) {
        this.#log.error(
          { bounces: batch.length, reason: (error as Error).message },
          'cannot record hard bounces; trying again',
        );
        this.#waiting.push(...batch);
        if (this.#stopped.signal.aborted) return;
        await sleep(AGAIN_MS, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    }
  }
}
