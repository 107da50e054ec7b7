import { type Database, raw, run, sql } from '../database/connect.ts';
import type { Log } from '../log.ts';

/** What comes by the thousand is announced for this long after the last renewal; processes with readers renew this often. */
const WATCHED_SECONDS = 30;
const RENEW_MS = 10_000;

/**
 * Tells all processes which teams have readers of a stream here. Others announce nothing for that stream. `column` of `teams`: until
 * when somebody reads.
 */
export class WatchedTeams {
  readonly #db: Database;
  readonly #log: Log;
  readonly #column: 'events_watched_until' | 'mails_watched_until';
  /** Number of readers of each team in this process. */
  readonly #readers = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(db: Database, log: Log, column: 'events_watched_until' | 'mails_watched_until') {
    this.#db = db;
    this.#log = log;
    this.#column = column;
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  /** Counts a reader, until the returned function is called. */
  enter(teamId: number): () => void {
    this.#readers.set(teamId, (this.#readers.get(teamId) ?? 0) + 1);
    return () => {
      const left = (this.#readers.get(teamId) ?? 1) - 1;
      if (left > 0) this.#readers.set(teamId, left);
      else this.#readers.delete(teamId);
    };
  }

  /** Covers everything that happens after this resolves. */
  async watch(...teamIds: number[]): Promise<void> {
    await run(
      this.#db,
      sql`update teams set ${raw(this.#column)} = now() + make_interval(secs => ${WATCHED_SECONDS})
          where id = any(${teamIds}::int[]) returning id`,
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    if (this.#readers.size === 0) return;
    try {
      await this.watch(...this.#readers.keys());
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message, stream: this.#column }, 'a live stream could not be renewed');
    }
  }
}
