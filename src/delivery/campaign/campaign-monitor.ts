import type { Database } from '../../database/connect.ts';
import { waitAfter, watchFor } from '../../database/lookout.ts';
import {
  CAMPAIGNS_TO_LOOK_AT,
  endCampaigns,
  markLost,
  withholdCancelled,
} from '../../domain/campaigns/end-campaigns.ts';
import type { Settlement } from '../../domain/ledger/write-ledger.ts';
import { type Notice, notify } from '../../live/pubsub.ts';
import type { Log } from '../../log.ts';

const EVERY_MS = 500;
/** When a look failed, another one follows after this time at the latest. */
const STUCK_MS = 5_000;
const WITHHELD_AT_ONCE = 10_000;

/**
 * Does the work of a campaign that belongs to no single message: announces progress, marks messages that a lost worker
 * left behind, empties the queues of cancelled campaigns, and ends finished ones.
 */
export class CampaignMonitor {
  readonly #db: Database;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #unwatch: () => void;
  #progressed = new Map<string, Notice>();
  #checking: Promise<void> | undefined;
  #nextLook = 0;
  #wereSent = false;

  constructor(db: Database, log: Log) {
    this.#db = db;
    this.#log = log;
    const wake = () => {
      this.#nextLook = 0;
    };
    this.#unwatch = watchFor(db, { what: CAMPAIGNS_TO_LOOK_AT, everyMs: EVERY_MS, wake });
    this.#timer = setInterval(() => {
      this.#checking ??= this.#check(performance.now() >= this.#nextLook).finally(() => {
        this.#checking = undefined;
      });
    }, EVERY_MS);
  }

  note({ claim: { teamId, campaignId: id } }: Settlement): void {
    if (id) this.#progressed.set(id, { topic: 'campaign.progressed', teamId, id });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#unwatch();
    await this.#checking;
    await this.#check(true);
  }

  async #check(looks: boolean): Promise<void> {
    const notices = [...this.#progressed.values()];
    this.#progressed = new Map();
    const haveStopped = this.#wereSent && notices.length === 0;
    this.#wereSent = notices.length > 0;
    try {
      if (notices.length > 0) await notify(this.#db, ...notices);
      if (looks) await this.#look();
      else if (haveStopped) await endCampaigns(this.#db); // somebody watches for the end of the campaign, most likely
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'cannot check campaigns; trying again');
    }
  }

  async #look(): Promise<void> {
    const from = performance.now();
    this.#nextLook = from + STUCK_MS; // unless it is woken meanwhile
    await markLost(this.#db);
    await withholdCancelled(this.#db, WITHHELD_AT_ONCE);
    await endCampaigns(this.#db);
    const now = performance.now();
    if (this.#nextLook > now) this.#nextLook = now + waitAfter(this.#db, now - from, 0);
  }
}
