import { teamOf } from '../../database/by-team.ts';
import type { Database } from '../../database/connect.ts';
import { type Notice, notify } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';
import { createScope, WORKER } from '../../scope.ts';
import { countReactions } from '../ledger/count-reactions.ts';

const EVERY_MS = 500;

interface Campaign {
  teamId: number;
  id: string;
}

/**
 * Counts the opens and clicks that this process has recorded and announces their campaigns' progress, at most twice a
 * second for each campaign.
 */
export class ReactionAnnouncer {
  readonly #db: Database;
  readonly #log: Log;
  #reacted = new Map<string, Campaign>();
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  note = (teamId: number, id: string): void => {
    this.#reacted.set(id, { teamId, id });
    this.#timer ??= setTimeout(() => void this.#announceNext(), EVERY_MS).unref();
  };

  /** Counts and announces the remaining ones. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#announceNext();
  }

  #announceNext(): Promise<void> {
    this.#working = this.#working.then(() => this.#announce());
    return this.#working;
  }

  async #announce(): Promise<void> {
    const campaigns = [...this.#reacted.values()];
    this.#reacted = new Map();
    this.#timer = undefined;
    if (campaigns.length === 0) return;
    try {
      for (const id of new Set(campaigns.map(teamOf))) await countReactions(createScope(this.#db, { id }, WORKER));
      await notify(this.#db, ...campaigns.map((campaign): Notice => ({ topic: 'campaign.progressed', ...campaign })));
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'cannot announce opens and clicks; they are counted later');
    }
  }
}
