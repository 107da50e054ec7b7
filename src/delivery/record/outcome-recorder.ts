import type { SendOutcome } from '../../domain/transports/record-outcomes.ts';
import type { Log } from '../../log.ts';

const MAX_AT_ONCE = 500;

/**
 * Hands outcomes on in sets: what comes while one set is written makes the next. A set that cannot be written is
 * forgotten, as the failures go on if they are any.
 */
export class OutcomeRecorder {
  readonly #write: (notes: readonly SendOutcome[]) => Promise<void>;
  readonly #log: Log;
  readonly #waiting: SendOutcome[] = [];
  #writing: Promise<void> | undefined;

  constructor(write: (notes: readonly SendOutcome[]) => Promise<void>, log: Log) {
    this.#write = write;
    this.#log = log;
  }

  add(note: SendOutcome): void {
    this.#waiting.push(note);
    this.#writing ??= this.#writeAll();
  }

  /** Once all that was added is written. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#write(this.#waiting.splice(0, MAX_AT_ONCE)).catch((error: Error) => {
        this.#log.warn({ reason: error.message }, 'what became of messages could not be noted');
      });
    }
    this.#writing = undefined;
  }
}
