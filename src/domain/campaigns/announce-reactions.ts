import type { Database } from '../../database/connect.ts';
import { type Notice, notify } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

const EVERY_MS = 500;

/** Announces the progress of campaigns that are opened and clicked, each at most twice a second, however often it is. */
export class ReactionAnnouncer {
  readonly #db: Database;
  readonly #log: Log;
  #reacted = new Map<string, Notice>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  note = (teamId: number, id: string): void => {
    this.#reacted.set(id, { topic: 'campaign.progressed', teamId, id });
    this.#timer ??= setTimeout(() => void this.#announce(), EVERY_MS).unref();
  };

  /** Announces what is left. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#announce();
  }

  async #announce(): Promise<void> {
    const notices = [...this.#reacted.values()];
    this.#reacted = new Map();
    this.#timer = undefined;
    if (notices.length === 0) return;
    await notify(this.#db, ...notices).catch((error: Error) =>
      this.#log.warn({ reason: error.message }, 'cannot announce opens and clicks'),
    );
  }
}
