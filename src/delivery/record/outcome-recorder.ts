import type { SendOutcome } from '../../domain/transports/record-outcomes.ts';
import type { Log } from '../../log.ts';

const MAX_AT_ONCE = 500;

/**
 * Writes outcomes in batches: everything that arrives during one write forms the next batch. A batch that fails is dropped: a
 * failing transport will soon fail again.
 */
export class OutcomeRecorder {
  readonly #write: (outcomes: readonly SendOutcome[]) => Promise<void>;
  readonly #log: Log;
  readonly #waiting: SendOutcome[] = [];
  #writing: Promise<void> | undefined;

  constructor(write: (outcomes: readonly SendOutcome[]) => Promise<void>, log: Log) {
    this.#write = write;
    this.#log = log;
  }

  add(outcome: SendOutcome): void {
    this.#waiting.push(outcome);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all added outcomes are written. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting.splice(0, MAX_AT_ONCE)).catch((error: Error) => {
        this.#log.warn({ reason: error.message }, 'cannot record message outcomes');
      });
    }
    this.#writing = undefined;
  }
}
