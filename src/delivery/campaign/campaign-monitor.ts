import type { Database } from '../../database/connect.ts';
import { endCampaigns, markLost, withholdCancelled } from '../../domain/campaigns/end-campaigns.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { type Notice, notify } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

const EVERY_MS = 500;
const WITHHELD_AT_ONCE = 10_000;

/**
 * Does for campaigns what is not for any one message: tells how they go on, marks what a lost worker left behind, empties the
 * queue of those that were cancelled, and ends those that are through.
 */
export class CampaignMonitor {
  readonly #db: Database;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #progressed = new Map<string, Notice>();
  #keeping: Promise<void> | undefined;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#keeping ??= this.#keep().finally(() => {
        this.#keeping = undefined;
      });
    }, EVERY_MS);
  }

  note({ claim: { teamId, campaignId: id } }: Settlement): void {
    if (id) this.#progressed.set(id, { topic: 'campaign.progressed', teamId, id });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#keeping;
    await this.#keep();
  }

  async #keep(): Promise<void> {
    const notices = [...this.#progressed.values()];
    this.#progressed = new Map();
    try {
      if (notices.length > 0) await notify(this.#db, ...notices);
      await markLost(this.#db);
      await withholdCancelled(this.#db, WITHHELD_AT_ONCE);
      await endCampaigns(this.#db);
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'campaigns cannot be kept; trying again');
    }
  }
}
