import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { hardBouncesIn } from '../../domain/sending/hard-bounces-in.ts';
import { type Report, recordFeedback } from '../../domain/sending/record-feedback.ts';
import type { Log } from '../../log.ts';

const MAX_AT_ONCE = 500;
const AGAIN_MS = 1_000;
const LAST_MS = 2_000;

/**
 * Records those recipients as hard bounces whose mailbox does not exist, in sets, beside the settling of messages: writing about a
 * person waits while one of the team is erased, and nobody else's mails should.
 */
export class HardBounces {
  readonly #db: Database;
  readonly #log: Log;
  readonly #waiting: Report[] = [];
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

  /** Records what there is, if it can be done at once. What is lost is found out again by the next mail to the address. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.race([this.#recording, sleep(LAST_MS, undefined, { ref: false })]);
  }

  async #record(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, MAX_AT_ONCE);
      try {
        await recordFeedback(this.#db, some);
      } catch (error) {
        this.#log.error({ refusals: some.length, reason: (error as Error).message }, 'refusals cannot be recorded yet');
        this.#waiting.push(...some);
        if (this.#stopped.signal.aborted) return;
        await sleep(AGAIN_MS, undefined, { signal: this.#stopped.signal }).catch(() => {});
      }
    }
  }
}
