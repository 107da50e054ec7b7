import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, run, sql } from './connect.ts';
import { READ_ONLY } from './watch-connections.ts';

export type WriteAnswer = 'writable' | 'read-only' | 'silent';

/** A load balancer asks every few seconds, and a database that needs longer for one write is useless to it. */
const PATIENCE_MS = 3_000;

/** How long the result of a successful write is reused. */
const FRESH_MS = 1_000;

/**
 * Checks whether the database is writable, by a log message without meaning. It goes the way of every write: through the pool to
 * a commit that is flushed, and waits for a standby if commits do. A read-only database answers without it, and its connections
 * are replaced (see watch-connections.ts).
 */
export class WriteProbe {
  readonly #db: Database;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<WriteAnswer> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Answers within three seconds. Callers at the same time share a write. */
  async ask(): Promise<WriteAnswer> {
    if (performance.now() - this.#writtenAt < FRESH_MS) return 'writable';
    this.#asking ??= this.#write().finally(() => {
      this.#asking = undefined;
    });
    return Promise.race([this.#asking, sleep(PATIENCE_MS, 'silent' as const, { ref: false })]);
  }

  async #write(): Promise<WriteAnswer> {
    try {
      // The message alone would succeed in a read-only transaction.
      await run(
        this.#db,
        sql`with none as (delete from network_windows where false) select pg_logical_emit_message(true, 'tidings', 'ready')::text`,
      );
      this.#writtenAt = performance.now();
      return 'writable';
    } catch (error) {
      return (error as { code?: string }).code === READ_ONLY ? 'read-only' : 'silent';
    }
  }
}
