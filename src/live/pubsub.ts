import { randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { ALIVE } from '../database/alive.ts';
import { chooseHostAgain } from '../database/choose-host.ts';
import { shortClientOptions } from '../database/client-options.ts';
import { type Database, run, sql } from '../database/connect.ts';
import { applicationNameOf, cut, endOrCut } from '../database/cut.ts';
import type { Log } from '../log.ts';

/** A deleted subscriber can no longer be read, so the notice contains what readers need. */
export interface DeletedSubscriber {
  listId: string;
  email: string;
  status: 'unconfirmed' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';
}

/** Objects of a team whose changes are sent to subscribers. */
export const CHANGED_KINDS = [
  'list',
  'segment',
  'template',
  'contact_field',
  'tag',
  'people_view',
  'member',
  'invitation',
] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** What became of a sent e-mail. `corrected`: opens or clicks turned out to be a machine's. */
export const MAIL_REACTIONS = ['opened', 'clicked', 'bounced', 'complained', 'corrected'] as const;
export type MailReaction = (typeof MAIL_REACTIONS)[number];

/** Notices between the processes of an installation: ids and states, never content. At most 8,000 bytes each. */
export type Notice =
  | { topic: 'mail.queued'; teamId: number; bulk: boolean }
  | { topic: 'mail.status'; teamId: number; id: string; status: 'pending' | 'sent' | 'failed' }
  | { topic: 'mail.reacted'; teamId: number; change: MailReaction; ids: string[] }
  | { topic: 'import.progressed'; teamId: number; id: string }
  | { topic: 'bulk-update.progressed'; teamId: number; id: string }
  | { topic: 'field.progressed'; teamId: number; id: string }
  | { topic: 'campaign.progressed'; teamId: number; id: string }
  | { topic: 'automation.progressed'; teamId: number; id: string }
  | { topic: 'subscriber.changed'; teamId: number; ids: string[]; deleted?: DeletedSubscriber }
  | { topic: 'event.recorded'; teamId: number; ids: string[] }
  | { topic: 'webhook.delivered'; teamId: number; ids: string[] }
  | { topic: 'feed.grown'; teamId: number }
  | { topic: 'row.changed'; teamId: number; kind: ChangedKind; ids: string[] }
  | { topic: 'access.changed'; teamId: number; tokenId?: string }
  | { topic: 'documents.changed' };

/** Emitted in this process when notices may have been missed: caches must be dropped. */
export const INTERRUPTED = 'interrupted';

type Topic = Notice['topic'];
type Listener<T extends Topic> = (notice: Extract<Notice, { topic: T }>) => void;

const CHANNEL = 'tidings';
const RECONNECT_MS = 500;

/** How often the connection is checked. It carries nothing else. */
const PING_MS = 5_000;

/**
 * Makes the server notice within 25 seconds that this machine has vanished, so that it releases the lock of a living
 * process.
 */
const NOTICE_ITS_END = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/** Sends notices in the caller's transaction. They are delivered in order, and only after a commit. */
export async function notify(db: Database, ...notices: Notice[]): Promise<void> {
  const payloads = notices.map((notice) => JSON.stringify(notice));
  await run(db, sql`select pg_notify(${CHANNEL}, payload)::text from unnest(${payloads}::text[]) as payload`);
}

/** Ids per notice, which PostgreSQL limits to 8,000 bytes. */
const TOGETHER = 100;

/** Notices that these rows of a team changed, one per hundred rows. */
export function noticesOf(
  topic: 'subscriber.changed' | 'event.recorded' | 'webhook.delivered',
  teamId: number,
  ids: readonly string[],
) {
  return inNotices(ids).map((ids): Notice => ({ topic, teamId, ids }));
}

/** The ids, as many together as one notice may name. */
export function inNotices(ids: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (let at = 0; at < ids.length; at += TOGETHER) parts.push(ids.slice(at, at + TOGETHER));
  return parts;
}

/** One LISTEN connection per process, shared by all listeners in it. */
export class PubSub {
  /**
   * The number of an advisory lock that shows other processes that this process is alive, even while it is paused.
   */
  readonly presence = randomInt(1, 2 ** 31 - 1);
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #url: string;
  readonly #log: Log;
  #client: pg.Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #ping: NodeJS.Timeout | undefined;
  /** Whether the current interruption is logged. */
  #isTold = false;
  /** The previous connection, which the database may still consider open. */
  #before: string | undefined;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether notices arrive now. Only then can caches be trusted. */
  get listening(): boolean {
    return this.#client !== undefined;
  }

  async open(): Promise<void> {
    const client = new pg.Client(shortClientOptions(this.#url));
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}') as Notice;
      this.#emitter.emit(notice.topic, notice);
    });
    try {
      await client.connect();
      await client.query(`${NOTICE_ITS_END}; listen ${CHANNEL}`);
      // Shared, because after a broken connection the server may still hold the lock for the old one, which is ended
      // only then.
      await client.query('select pg_try_advisory_lock_shared($1, $2)', [ALIVE, this.presence]);
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        this.#before ?? null,
      ]);
    } catch (error) {
      cut(client);
      throw error;
    }
    if (this.#closed) return cut(client);
    this.#before = applicationNameOf(client);
    this.#client = client;
    this.#ping = setInterval(() => void this.#check(client), PING_MS).unref();
  }

  /** Cuts a dead connection, or one to a demoted server, where no notices are sent. */
  async #check(client: pg.Client): Promise<void> {
    try {
      const { rows } = await client.query(`select current_setting('transaction_read_only') = 'on' as reads_only`);
      if (rows[0].reads_only) cut(client);
      else this.#isTold = false;
    } catch {
      cut(client);
    }
  }

  on<T extends Topic>(topic: T, listener: Listener<T>): () => void {
    this.#emitter.on(topic, listener);
    return () => this.#emitter.off(topic, listener);
  }

  onInterrupted(listener: () => void): () => void {
    this.#emitter.on(INTERRUPTED, listener);
    return () => this.#emitter.off(INTERRUPTED, listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    if (this.#client) await endOrCut(this.#client);
  }

  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#ping);
    if (!this.#isTold) this.#log.warn('lost the connection for database notices; reconnecting');
    this.#isTold = true;
    this.#emitter.emit(INTERRUPTED);
    this.#reconnect();
  }

  #reconnect(): void {
    this.#retry = setTimeout(() => {
      chooseHostAgain(this.#url)
        .then(() => this.open())
        .then(
          () => this.#emitter.emit(INTERRUPTED),
          () => this.#reconnect(),
        );
    }, RECONNECT_MS);
  }
}
