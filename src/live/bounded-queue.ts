import { slowStreams, streams } from '../metrics/metrics.ts';
import type { LiveStream } from './live-stream.ts';

/** The reader fell too far behind. Its stream ends; other streams go on. */
export class TooSlowError extends Error {
  constructor() {
    super('The stream ended because the client read too slowly.');
  }
}

/**
 * A queue from one writer to one reader with at most `limit` unread items. A reader that falls further behind gets
 * TooSlowError, so memory stays bounded and the writer never waits. An unread item is replaced by a newer one with the same key.
 */
export class BoundedQueue<Item extends object> implements LiveStream<Item> {
  readonly #limit: number;
  readonly #onEnd: () => void;
  readonly #ending = new AbortController();
  readonly #items = new Map<unknown, Item>();
  #waiting: PromiseWithResolvers<IteratorResult<Item>> | undefined;
  #arrival: PromiseWithResolvers<void> | undefined;
  #end: { error?: Error } | undefined;
  #closed = false;

  /** `onEnd` runs once, however the stream ends. */
  constructor(limit: number, onEnd: () => void) {
    this.#limit = limit;
    this.#onEnd = onEnd;
    streams.inc();
  }

  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** `key`: the object whose current state the item shows. Without a key, the item is never replaced. */
  push(item: Item, key: unknown = {}): void {
    if (this.#end || this.#closed) return;
    if (this.#waiting) {
      this.#waiting.resolve({ value: item, done: false });
      this.#waiting = undefined;
    } else if (this.#items.size < this.#limit || this.#items.has(key)) this.#items.set(key, item);
    else {
      slowStreams.inc();
      this.#finish(new TooSlowError());
    }
    this.#arrive();
  }

  async arrival(): Promise<boolean> {
    if (this.#items.size === 0 && !this.#end && !this.#closed) {
      this.#arrival ??= withResolvers();
      await this.#arrival.promise;
    }
    return this.#items.size > 0;
  }

  #arrive(): void {
    this.#arrival?.resolve();
    this.#arrival = undefined;
  }

  /** Accepts no more items. The stream ends when the queued ones have been read. */
  close(): void {
    this.#closed = true;
    if (this.#items.size === 0) this.#finish();
  }

  end(error?: Error): void {
    this.#finish(error);
  }

  async next(): Promise<IteratorResult<Item>> {
    for (const [key, value] of this.#items) {
      this.#items.delete(key);
      return { value, done: false };
    }
    if (this.#closed) this.#finish();
    if (this.#end?.error) {
      const { error } = this.#end;
      this.#end = {};
      throw error;
    }
    if (this.#end) return { value: undefined, done: true };
    this.#waiting = withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<Item>> {
    this.#finish();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #finish(error?: Error): void {
    if (this.#end) return;
    this.#end = { error };
    this.#items.clear();
    if (this.#waiting && error) {
      this.#end = {};
      this.#waiting.reject(error);
    } else this.#waiting?.resolve({ value: undefined, done: true });
    this.#waiting = undefined;
    this.#arrive();
    this.#ending.abort();
    streams.dec();
    this.#onEnd();
  }
}

interface PromiseWithResolvers<Value> {
  promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: Error): void;
}

/** Promise.withResolvers, which Node 20 does not have yet. */
function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let settle: Omit<PromiseWithResolvers<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, resolve: (value) => settle?.resolve(value), reject: (error) => settle?.reject(error) };
}
