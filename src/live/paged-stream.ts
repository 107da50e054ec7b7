import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '../errors.ts';
import { streams } from '../metrics/metrics.ts';
import type { LiveStream } from './live-stream.ts';

const TRY_AGAIN_MS = 1_000;

/**
 * A stream whose items are read in pages, when the last page is used up and there may be more. So a slow reader costs no memory and
 * misses nothing. While the database is away, it waits.
 */
export class PagedStream<Item extends object> implements LiveStream<Item> {
  readonly #read: () => Promise<readonly Item[]>;
  readonly #onEnd: () => void;
  readonly #ending = new AbortController();
  readonly #items: Item[] = [];
  /** Whether there may be items that were not read yet. */
  #mayHaveMore = true;
  /** When the items that the reader is to take next became known. */
  #behindSince: number | undefined;
  #wakeUp = () => {};
  #filling: Promise<void> | undefined;
  #error: Error | undefined;

  /** `read` returns the next items, none if there are none yet. `onEnd` runs once, however the stream ends. */
  constructor(read: () => Promise<readonly Item[]>, onEnd: () => void) {
    this.#read = read;
    this.#onEnd = onEnd;
    streams.inc();
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** For how many milliseconds the reader has not taken the next items; 0 if there are none. */
  get behind(): number {
    return this.#behindSince === undefined ? 0 : performance.now() - this.#behindSince;
  }

  /** Says that there may be new items. */
  wake(): void {
    this.#behindSince ??= performance.now();
    this.#mayHaveMore = true;
    this.#wakeUp();
  }

  async arrival(): Promise<boolean> {
    if (this.#items.length === 0 && !this.ended.aborted) {
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
    return this.#items.length > 0;
  }

  async next(): Promise<IteratorResult<Item>> {
    await this.arrival();
    const value = this.#items.shift();
    if (value) return { value, done: false };
    const error = this.#error;
    this.#error = undefined;
    if (error) throw error;
    return { value: undefined, done: true };
  }

  async return(): Promise<IteratorResult<Item>> {
    this.end();
    return { value: undefined, done: true };
  }

  end(error?: Error): void {
    if (this.ended.aborted) return;
    this.#error = error;
    this.#items.length = 0;
    this.#ending.abort();
    this.#wakeUp();
    streams.dec();
    this.#onEnd();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Reads pages until there are items, or the stream ends. */
  async #fill(): Promise<void> {
    while (this.#items.length === 0 && !this.ended.aborted) {
      if (!this.#mayHaveMore) await this.#sleep();
      else await this.#readPage();
    }
  }

  async #readPage(): Promise<void> {
    this.#mayHaveMore = false;
    try {
      const page = await this.#read();
      if (this.ended.aborted) return;
      this.#behindSince = page.length === 0 ? undefined : performance.now();
      if (page.length === 0) return;
      this.#items.push(...page);
      this.#mayHaveMore = true;
    } catch (error) {
      if (error instanceof ExpectedError) return this.end(error);
      this.#mayHaveMore = true;
      await sleep(TRY_AGAIN_MS, undefined, { signal: this.ended }).catch(() => {});
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      this.#wakeUp = resolve;
    });
  }
}
