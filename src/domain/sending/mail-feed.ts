import type { Database } from '../../database/connect.ts';
import type { TransactionalMail } from '../../generated/prisma/client.ts';
import type { Log } from '../../log.ts';
import type { Notice, PubSub } from '../../pubsub.ts';
import { BoundedQueue } from '../../queue.ts';

export interface MailFilter {
  template?: string;
  recipient?: string;
  ids?: ReadonlySet<string>;
}

type Change = Extract<Notice, { topic: 'mail.status' }>;
type Reader = { queue: BoundedQueue<TransactionalMail>; filter: MailFilter };

/** How many changes a reader may be behind before its stream ends. */
const MOST_BEHIND = 1_000;
const MOST_AT_ONCE = 500;

/**
 * The status changes of transactional mails, for every live reader of this process: a change is loaded once,
 * however many read it, and handed on in the order in which the changes were committed.
 */
export class MailFeed {
  readonly #db: Database;
  readonly #log: Log;
  readonly #teams = new Map<number, Set<Reader>>();
  #changes: Change[] = [];
  #draining = false;

  constructor(db: Database, pubsub: PubSub, log: Log) {
    this.#db = db;
    this.#log = log;
    pubsub.on('mail.status', (change) => {
      if (!this.#teams.has(change.teamId)) return;
      this.#changes.push(change);
      if (!this.#draining) void this.#drain();
    });
    pubsub.onInterrupted(() => this.#endAll(new Error('Changes may have been missed: subscribe again.')));
  }

  /** The mails of a team whose status changes from now on, each with the status it changed to. */
  read(teamId: number, filter: MailFilter, onEnd: () => void): BoundedQueue<TransactionalMail> {
    const readers = this.#teams.get(teamId) ?? new Set();
    const queue = new BoundedQueue<TransactionalMail>(MOST_BEHIND, () => {
      readers.delete(reader);
      if (readers.size === 0) this.#teams.delete(teamId);
      onEnd();
    });
    const reader: Reader = { queue, filter };
    this.#teams.set(teamId, readers.add(reader));
    return queue;
  }

  /** Ends every stream, as the process stops. */
  close(): void {
    this.#endAll();
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    while (this.#changes.length > 0) {
      const changes = this.#changes.splice(0, MOST_AT_ONCE);
      try {
        const mails = await this.#load(changes);
        for (const change of changes) this.#hand(change, mails.get(`${change.teamId} ${change.id}`));
      } catch (error) {
        this.#log.error({ error }, 'status changes could not be read');
        this.#endAll(new Error('Changes may have been missed: subscribe again.'));
      }
    }
    this.#draining = false;
  }

  async #load(changes: Change[]): Promise<Map<string, TransactionalMail>> {
    const teams = [...new Set(changes.map((change) => change.teamId))];
    const pages = await Promise.all(
      teams.map((teamId) => {
        const ids = changes.filter((change) => change.teamId === teamId).map((change) => change.id);
        return this.#db.transactionalMail.findMany({ where: { teamId, id: { in: ids } } });
      }),
    );
    return new Map(pages.flat().map((mail) => [`${mail.teamId} ${mail.id}`, mail]));
  }

  #hand(change: Change, mail: TransactionalMail | undefined): void {
    if (!mail) return;
    const changed = { ...mail, status: change.status };
    for (const { queue, filter } of this.#teams.get(change.teamId) ?? []) if (fits(filter, mail)) queue.push(changed);
  }

  #endAll(error?: Error): void {
    for (const readers of [...this.#teams.values()]) for (const { queue } of [...readers]) queue.end(error);
  }
}

function fits(filter: MailFilter, mail: TransactionalMail): boolean {
  return (
    (filter.template === undefined || filter.template === mail.template) &&
    (filter.recipient === undefined || mail.recipients.includes(filter.recipient)) &&
    (filter.ids === undefined || filter.ids.has(mail.id))
  );
}
