import { randomInt } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { ALIVE } from '../database/alive.ts';
import { type Database, run, sql } from '../database/connect.ts';
import type { Log } from '../log.ts';

/** A deleted subscriber can no longer be read, so the notice contains what readers need. */
export interface DeletedSubscriber {
  listId: string;
  email: string;
  status: 'unconfirmed' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained';
}

/** What a team arranges, and whose changes are told. */
export const CHANGED_KINDS = ['list', 'segment', 'template', 'contact_field', 'tag'] as const;
export type ChangedKind = (typeof CHANGED_KINDS)[number];

/** Notices between the processes of an installation: ids and states, never content. At most 8,000 bytes each. */
export type Notice =
  | { topic: 'mail.queued'; teamId: number; bulk: boolean }
  | { topic: 'mail.status'; teamId: number; id: string; status: 'pending' | 'sent' | 'failed' }
  | { topic: 'import.progressed'; teamId: number; id: string }
  | { topic: 'field.progressed'; teamId: number; id: string }
  | { topic: 'campaign.progressed'; teamId: number; id: string }
  | { topic: 'automation.progressed'; teamId: number; id: string }
  | { topic: 'subscriber.changed'; teamId: number; ids: string[]; deleted?: DeletedSubscriber }
  | { topic: 'event.recorded'; teamId: number; ids: string[] }
  | { topic: 'webhook.delivered'; teamId: number; ids: string[] }
  | { topic: 'row.changed'; teamId: number; kind: ChangedKind; ids: string[] }
  | { topic: 'access.changed'; teamId: number; tokenId?: string };

/** Emitted in this process when notices may have been missed: caches must be dropped. */
export const INTERRUPTED = 'interrupted';

type Topic = Notice['topic'];
type Listener<T extends Topic> = (notice: Extract<Notice, { topic: T }>) => void;

const CHANNEL = 'tidings';
const RECONNECT_MS = 500;

/** Sends notices in the caller's transaction: they are delivered in order, and only if the transaction commits. */
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
  const notices: Notice[] = [];
  for (let at = 0; at < ids.length; at += TOGETHER) {
    notices.push({ topic, teamId, ids: ids.slice(at, at + TOGETHER) });
  }
  return notices;
}

/** One LISTEN connection per process, shared by all listeners in it. */
export class PubSub {
  /** Other processes see by an advisory lock with this number that this process is alive, even while it is paused. */
  readonly presence = randomInt(1, 2 ** 31 - 1);
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #url: string;
  readonly #log: Log;
  #client: pg.Client | undefined;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** Whether notices arrive now. Only then may caches be trusted. */
  get listening(): boolean {
    return this.#client !== undefined;
  }

  async open(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload }) => {
      const notice = JSON.parse(payload ?? '{}') as Notice;
      this.#emitter.emit(notice.topic, notice);
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // Not waited for: after a broken connection the server may still hold the lock for the old one.
    await client.query('select pg_try_advisory_lock($1, $2)', [ALIVE, this.presence]);
    this.#client = client;
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
    await this.#client?.end().catch(() => {});
  }

  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#log.warn('notices from the database are interrupted; connecting again');
    this.#emitter.emit(INTERRUPTED);
    this.#reconnect();
  }

  #reconnect(): void {
    this.#retry = setTimeout(() => {
      this.open().then(
        () => this.#emitter.emit(INTERRUPTED),
        () => this.#reconnect(),
      );
    }, RECONNECT_MS);
  }
}
