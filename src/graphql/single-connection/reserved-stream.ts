import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import type { ExecutionResult, GraphQLError } from 'graphql';

/** Unread bytes from which the results of operations wait. */
const MOST_UNREAD = 64 * 1024;

/** Requests that may wait until the client reads. */
const MOST_WAITING = 16;

/** How often a client without results is sent a comment. */
const QUIET_MS = 12_000;

/** The results of a subscription. */
export type Results = AsyncIterable<ExecutionResult> & AsyncIterator<ExecutionResult>;

/** One event stream for many operations (the single connection mode of graphql-sse). It is reserved first, and opened once. */
export class ReservedStream {
  /** Names the stream in requests of its caller. */
  readonly token = randomBytes(24).toString('base64url');
  readonly #onEnd: () => void;
  readonly #mask: (error: unknown) => GraphQLError;
  /** The running operations by the ids that the client gave them; null: still to be executed. */
  readonly #operations = new Map<string, Results | null>();
  readonly #running = new Set<Promise<void>>();
  #output: PassThrough | undefined;
  /** The results that wait for the client write themselves one after the other. */
  #writing = Promise.resolve();
  #drained: Promise<void> | undefined;
  #waiting = 0;
  #hasEnded = false;

  /** `onEnd` runs once, when the client is gone or the stream was ended. `mask` describes an error that ends a subscription. */
  constructor(onEnd: () => void, mask: (error: unknown) => GraphQLError) {
    this.#onEnd = onEnd;
    this.#mask = mask;
  }

  get isOpen(): boolean {
    return this.#output !== undefined;
  }

  /** Bytes that wait for the client here, before its connection. */
  get unread(): number {
    return this.#output ? this.#output.writableLength + this.#output.readableLength : 0;
  }

  /** Whether nothing more is executed for the client until it reads. */
  get isUnread(): boolean {
    return this.#output?.writableNeedDrain === true && !this.#output.destroyed;
  }

  /** The bytes for the client. */
  open(): PassThrough {
    const output = new PassThrough({ highWaterMark: MOST_UNREAD });
    this.#output = output;
    output.write(':\n\n'); // some browsers wait for the first byte
    const quiet = setInterval(() => this.isUnread || output.write(':\n\n'), QUIET_MS);
    output
      .on('error', () => {})
      .once('close', () => {
        clearInterval(quiet);
        this.end();
      });
    return output;
  }

  /** Takes the id of an operation. Returns whether it was free. */
  begin(id: string): boolean {
    if (this.#operations.has(id)) return false;
    this.#operations.set(id, null);
    return true;
  }

  /** Sends the result or the results of an operation, at the client's pace, and its end. */
  show(id: string, results: Results | ExecutionResult): void {
    const isOver = this.#hasEnded || !this.#operations.has(id);
    if (Symbol.asyncIterator in results) {
      if (isOver) return void results.return?.();
      this.#operations.set(id, results);
    }
    const sending = this.#send(id, results).finally(() => this.#running.delete(sending));
    this.#running.add(sending);
  }

  /** Ends an operation early. Also one that was not executed yet. */
  stop(id: string): void {
    const results = this.#operations.get(id);
    this.#operations.delete(id);
    void results?.return?.();
  }

  /** Ends the stream once its operations have, which end by themselves. */
  async endAfterOperations(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#output)
      this.#output.end(); // its close ends the stream, when everything is read
    else this.end();
  }

  /** Ends the stream and its operations. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    for (const id of [...this.#operations.keys()]) this.stop(id);
    this.#output?.destroy();
    this.#onEnd();
  }

  /** Waits until the client has read what it was sent, and the results that waited. Returns whether there was room to wait. */
  async untilRead(): Promise<boolean> {
    if (this.#waiting >= MOST_WAITING) return false;
    this.#waiting += 1;
    await this.#writing;
    await this.#drain();
    this.#waiting -= 1;
    return true;
  }

  #drain(): Promise<void> {
    const output = this.#output;
    if (!output || !this.isUnread) return Promise.resolve();
    this.#drained ??= new Promise<void>((resolve) => output.once('drain', resolve).once('close', resolve)).finally(
      () => {
        this.#drained = undefined;
      },
    );
    return this.#drained;
  }

  async #send(id: string, results: Results | ExecutionResult): Promise<void> {
    if (Symbol.asyncIterator in results) {
      try {
        for await (const payload of results) await this.#write(id, 'next', { id, payload });
      } catch (error) {
        await this.#write(id, 'next', { id, payload: { errors: [this.#mask(error)] } });
      }
    } else await this.#write(id, 'next', { id, payload: results });
    await this.#write(id, 'complete', { id });
    this.#operations.delete(id);
  }

  /** Writes when the client has read earlier results. Nothing for an operation that the client has stopped. */
  #write(id: string, event: string, data: object): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      await this.#drain();
      if (this.#hasEnded || !this.#operations.has(id)) return;
      this.#output?.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    });
    return this.#writing;
  }
}
