import type { Database } from '../../database/connect.ts';
import { pollForWork, waitAfter } from '../../database/work-poller.ts';
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
/** The longest wait after a failed look. */
const STUCK_MS = 5_000;
const WITHHELD_AT_ONCE = 10_000;

/**
 * Does the campaign work that belongs to no single message: announces progress, marks messages left by a lost worker, empties the
 * queues of cancelled campaigns, and ends finished ones.
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
    this.#unwatch = pollForWork(db, { what: CAMPAIGNS_TO_LOOK_AT, everyMs: EVERY_MS, wake });
    this.#timer = setInterval(() => {
      this.#checking ??= this.#check(performance.now() >= this.#nextLook).finally(() => {
        this.#checking = undefined;
      });
    }, EVERY_MS);
  }

  note({ claim: { teamId, kind, campaignId: id } }: Settlement): void {
    if (kind === 'campaign' && id) this.#progressed.set(id, { topic: 'campaign.progressed', teamId, id });
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
      else if (haveStopped) await endCampaigns(this.#db); // a user is probably watching for the end of the campaign
    } catch (error) {
      this.#log.warn({ reason: (error as Error).message }, 'cannot check campaigns; trying again');
    }
  }

  async #look(): Promise<void> {
    const from = performance.now();
    this.#nextLook = from + STUCK_MS; // unless it is woken earlier
    await markLost(this.#db);
    await withholdCancelled(this.#db, WITHHELD_AT_ONCE);
    await endCampaigns(this.#db);
    const now = performance.now();
    if (this.#nextLook > now) this.#nextLook = now + waitAfter(this.#db, now - from, 0);
  }
}
