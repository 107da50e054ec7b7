import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { hostOf, UnreadablePassword } from '../../domain/transports/test-transport.ts';
import type { Log } from '../../log.ts';
import { createSmtp } from './smtp.ts';
import type { Transport } from './transport.ts';
import type { TransportCache } from './transport-cache.ts';

interface PooledTransport {
  version: number;
  transport: Promise<Transport>;
  /** Messages on their way. */
  busy: number;
  retired: boolean;
}

export interface TransportPoolOptions {
  db: Database;
  vault: Vault;
  config: Pick<Config, 'privateTransports'>;
  log: Log;
  standing: TransportCache;
  /** The installation's own. Closed by whoever made it. */
  fallback: Transport;
}

/**
 * The transports of all teams that this process uses: one for each row, made anew when the row is changed. What is on
 * its way by an old one gets there first.
 */
export class TransportPool {
  readonly #options: TransportPoolOptions;
  readonly #kept = new Map<string, PooledTransport>();

  constructor(options: TransportPoolOptions) {
    this.#options = options;
  }

  /** The transport of a definite route (see Standing.resolve): the installation's own for null, or when it was deleted. */
  async for(teamId: number, id: string | null): Promise<Transport> {
    const known = this.#options.standing.transport(id);
    if (!known || known.teamId !== teamId) return this.#options.fallback;
    let kept = this.#kept.get(known.id);
    if (kept?.version !== known.version) {
      if (kept) this.#retire(kept);
      kept = { version: known.version, transport: this.#make(known.teamId, known.id), busy: 0, retired: false };
      this.#kept.set(known.id, kept);
      const mine = kept;
      kept.transport.catch(() => this.#kept.get(known.id) === mine && this.#kept.delete(known.id));
    }
    return counted(await kept.transport, kept);
  }

  /** Forgets those that were deleted meanwhile. */
  sweep(): void {
    for (const [id, kept] of this.#kept) {
      if (this.#options.standing.transport(id)) continue;
      this.#kept.delete(id);
      this.#retire(kept);
    }
  }

  async close(): Promise<void> {
    const all = [...this.#kept.values()].map(({ transport }) => transport);
    this.#kept.clear();
    await Promise.all(all.map(async (transport) => (await transport).close()));
  }

  #retire(kept: PooledTransport): void {
    kept.retired = true;
    closeWhenIdle(kept);
  }

  async #make(teamId: number, id: string): Promise<Transport> {
    const { db, vault, config, log, fallback } = this.#options;
    const [row] = await run<Parameters<typeof hostOf>[0] & { connections: number }>(
      db,
      sql`select team_id as "teamId", id::text, host, port, secure, "user", password, connections from transports
          where team_id = ${teamId} and id = ${id}::uuid and deleted_at is null`,
    );
    if (!row) return { ...fallback, close: async () => {} };
    try {
      return createSmtp({ ...hostOf(row, { vault, config }), connections: row.connections, rate: 0 });
    } catch (error) {
      if (!(error instanceof UnreadablePassword)) throw error;
      log.error({ transport: id }, 'the password of a transport cannot be read: was APP_SECRET changed?');
      return unusable(error.message);
    }
  }
}

/** The same transport, which is known to be used while a message is on its way. */
const counted = (transport: Transport, kept: PooledTransport): Transport => ({
  ...transport,
  send: async (message, begin) => {
    kept.busy += 1;
    try {
      return await transport.send(message, begin);
    } finally {
      kept.busy -= 1;
      closeWhenIdle(kept);
    }
  },
});

function closeWhenIdle({ retired, busy, transport }: PooledTransport): void {
  if (retired && busy === 0) void transport.then((one) => one.close()).catch(() => {});
}

/** A rest follows, so that messages wait for somebody to set it right. */
const unusable = (reason: string): Transport => ({
  description: 'a transport that cannot be used',
  concurrency: 1,
  send: async () => ({ kind: 'deferred', reason, cause: 'server' }),
  close: async () => {},
});
