import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/connect.ts';
import { BoundedQueue } from '../../../live/bounded-queue.ts';
import type { Log } from '../../../log.ts';
import type { OutboxFile, OutboxFolder } from '../../../storage/outbox-folder.ts';
import { type OutboxMessage, readOutboxMessages } from './outbox-messages.ts';

type Reader = BoundedQueue<OutboxMessage>;

const MAX_BEHIND = 1_000;
/** Files that appear within this time are looked up together. */
const GATHER_MS = 200;

const missed = () => new Error('Some messages may be missing. Subscribe again.');

/** The stream of new messages in the outbox, from all processes on this machine. */
export class LiveOutbox {
  readonly #db: Database;
  readonly #folder: OutboxFolder;
  readonly #log: Log;
  readonly #readers = new Map<number, Set<Reader>>();
  #watching: Promise<() => void> | undefined;
  #files: OutboxFile[] = [];
  #draining = false;

  constructor(db: Database, folder: OutboxFolder, log: Log) {
    this.#db = db;
    this.#folder = folder;
    this.#log = log;
  }

  /** Streams new messages of a team. Files are noticed once `watch` has resolved. `onEnd` runs once. */
  read(teamId: number, onEnd: () => void): Reader {
    const readers = this.#readers.get(teamId) ?? new Set();
    const reader: Reader = new BoundedQueue<OutboxMessage>(MAX_BEHIND, () => {
      readers.delete(reader);
      if (readers.size === 0) this.#readers.delete(teamId);
      if (this.#readers.size === 0) this.#stopWatching();
      onEnd();
    });
    this.#readers.set(teamId, readers.add(reader));
    return reader;
  }

  /** Starts watching files, once. If that fails, every stream ends, and readers reconnect. */
  async watch(): Promise<void> {
    this.#watching ??= this.#folder.watch(
      (file) => this.#take(file),
      (error) => this.#fail(error),
    );
    await this.#watching.catch((error: Error) => this.#fail(error));
  }

  /** Ends every stream. Called when the process stops. */
  close(): void {
    this.#endAll();
  }

  #take(file: OutboxFile): void {
    if (this.#files.length >= MAX_BEHIND) this.#endAll(missed());
    else this.#files.push(file);
    if (!this.#draining) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#files.length > 0) {
      await sleep(GATHER_MS, undefined, { ref: false });
      const files = this.#files.splice(0);
      try {
        for (const teamId of [...this.#readers.keys()]) await this.#hand(teamId, files);
      } catch (error) {
        this.#fail(error as Error);
      }
    }
    this.#draining = false;
  }

  async #hand(teamId: number, files: readonly OutboxFile[]): Promise<void> {
    const messages = await readOutboxMessages({ db: this.#db, team: { id: teamId } }, this.#folder, files);
    for (const message of messages) for (const reader of [...(this.#readers.get(teamId) ?? [])]) reader.push(message);
  }

  #fail(error: Error): void {
    this.#log.warn({ reason: error.message }, 'the live outbox failed');
    this.#endAll(missed());
  }

  #stopWatching(): void {
    void this.#watching?.then((stop) => stop()).catch(() => {});
    this.#watching = undefined;
  }

  #endAll(error?: Error): void {
    this.#files = [];
    for (const readers of [...this.#readers.values()]) for (const reader of [...readers]) reader.end(error);
  }
}
