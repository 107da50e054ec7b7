import type { ExecutionResult } from 'graphql';
import type { EndTurn } from '../live/event-turns.ts';
import { isLiveStream, type LiveStream } from '../live/live-stream.ts';

interface Following {
  /** Undefined if `ended` came first. */
  takeTurn(ended: AbortSignal | undefined): Promise<EndTurn | undefined>;
  execute(event: unknown): Promise<ExecutionResult>;
  /** Per event, in values. */
  cost: number;
  /** Called after the end of the stream, possibly more than once. */
  release(): void;
}

/**
 * The results of a subscription. An event stays in its queue until its turn, and a newer state of the same row may
 * replace it there. The parts of a file are read within the turn, because reading them is the work.
 */
export class LiveResults implements AsyncIterableIterator<ExecutionResult> {
  readonly #events: AsyncIterator<unknown>;
  readonly #queue: LiveStream<object> | undefined;
  readonly #following: Following;

  constructor(events: AsyncIterable<unknown>, following: Following) {
    this.#events = events[Symbol.asyncIterator]();
    this.#queue = isLiveStream(events) ? events : undefined;
    this.#following = following;
    this.#queue?.ended.addEventListener('abort', following.release, { once: true });
  }

  async next(): Promise<IteratorResult<ExecutionResult>> {
    const { takeTurn, execute, cost, release } = this.#following;
    const isThere = !this.#queue || (await this.#queue.arrival());
    const endTurn = isThere ? await takeTurn(this.#queue?.ended) : undefined;
    try {
      const { value, done } = await this.#events.next();
      if (!done) return { value: await execute(value), done: false };
      release();
      return { value: undefined, done: true };
    } catch (error) {
      await this.return();
      throw error;
    } finally {
      endTurn?.(cost);
    }
  }

  async return(): Promise<IteratorResult<ExecutionResult>> {
    this.#following.release();
    await this.#events.return?.();
    return { value: undefined, done: true };
  }

  async throw(error: unknown): Promise<IteratorResult<ExecutionResult>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
