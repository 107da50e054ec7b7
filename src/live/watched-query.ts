import { type Database, raw, run, sql } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { BoundedQueue } from './bounded-queue.ts';
import { LiveQuery, type LiveQuerySource, type Loaded, type RowChange } from './live-query.ts';
import type { PubSub } from './pubsub.ts';

/** What comes by the thousand is announced for this long after the last renewal; processes with readers renew this often. */
const WATCHED_SECONDS = 30;
const RENEW_MS = 10_000;

/**
 * A live query of changes that are announced only while a team has readers, in any process. `column` of `teams`: until when somebody
 * reads.
 */
export class WatchedQuery<Change extends RowChange, Item extends Loaded, Filter> {
  readonly #db: Database;
  readonly #log: Log;
  readonly #column: 'events_watched_until' | 'mails_watched_until';
  readonly #query: LiveQuery<Change, Item, Filter>;
  /** Number of readers of each team in this process. */
  readonly #readers = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    source: LiveQuerySource<Change, Item, Filter>,
    column: 'events_watched_until' | 'mails_watched_until',
    { db, pubsub, log }: { db: Database; pubsub: PubSub; log: Log },
  ) {
    this.#db = db;
    this.#log = log;
    this.#column = column;
    this.#query = new LiveQuery(source, pubsub, log);
    this.#timer = setInterval(() => void this.#renew(), RENEW_MS).unref();
  }

  /** Streams the changes of a team from now on. Calls `onEnd` once. */
  read(teamId: number, filter: Filter, onEnd: () => void): BoundedQueue<Item> {
    this.#readers.set(teamId, (this.#readers.get(teamId) ?? 0) + 1);
    return this.#query.read(teamId, filter, () => {
      const left = (this.#readers.get(teamId) ?? 1) - 1;
      if (left > 0) this.#readers.set(teamId, left);
      else this.#readers.delete(teamId);
      onEnd();
    });
  }

  /** Starts announcing the changes of these teams. Covers everything that happens after this resolves. */
  async watch(...teamIds: number[]): Promise<void> {
    await run(
      this.#db,
      sql`update teams set ${raw(this.#column)} = now() + make_interval(secs => ${WATCHED_SECONDS})
          where id = any(${teamIds}::int[]) returning id`,
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#query.close();
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
