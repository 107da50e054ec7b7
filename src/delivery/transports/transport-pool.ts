import type { Vault } from '../../crypto/vault.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { mostInTransit } from '../../domain/transports/route-table.ts';
import type { SendRoute } from '../../domain/transports/send-route.ts';
import {
  hostOf,
  type Server,
  type ServerSettings,
  UnreadablePassword,
} from '../../domain/transports/transport-host.ts';
import type { Log } from '../../log.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { MessageHeaders } from '../../validation/message-headers.ts';
import type { Routes } from '../gate/routes.ts';
import { createSmtp } from './smtp.ts';
import type { Outcome, Transport, TransportConnection } from './transport.ts';
import { withHeaders } from './with-headers.ts';

interface PooledTransport {
  version: number;
  transport: Promise<Transport>;
}

export interface TransportPoolOptions {
  db: Database;
  vault: Vault;
  outbound: Outbound;
  config: ServerSettings;
  log: Log;
  routes: Routes;
  /** The installation's own transport. The caller closes it. */
  fallback: Transport;
}

/**
 * The open transports of all teams: one per row, replaced when the row changes. A replaced transport closes when its
 * last message is done.
 */
export class TransportPool {
  readonly #options: TransportPoolOptions;
  readonly #pooled = new Map<string, PooledTransport>();

  constructor(options: TransportPoolOptions) {
    this.#options = options;
  }

  /** How many messages may be in transit at once, over all transports. */
  get inTransit(): number {
    return this.#options.fallback.concurrency + this.#options.routes.table.mostInTransit;
  }

  /** How many messages may be in transit at once over a route's transport. */
  inTransitOver({ transportId }: SendRoute): number {
    const transport = this.#options.routes.table.transport(transportId);
    return transport ? mostInTransit(transport.connections) : this.#options.fallback.concurrency;
  }

  /** How many of them one recipient domain may have. */
  connectionsOf({ transportId }: SendRoute): number {
    const { routes, fallback } = this.#options;
    return routes.table.transport(transportId)?.connections ?? fallback.connections ?? fallback.concurrency;
  }

  /** Whether messages of a resolved route go to a mail server. */
  leaves(route: SendRoute): boolean {
    return this.#options.routes.table.transport(route.transportId) !== undefined || !this.#options.fallback.isLocal;
  }

  /** Connects over the transport of a resolved route (see Routes.resolve), urgent messages before others. */
  async connect(route: SendRoute, isUrgent: boolean): Promise<TransportConnection | Outcome> {
    const pooled = this.#pooledFor(route);
    if (!pooled) return this.#options.fallback.connect(isUrgent);
    return (await pooled.transport).connect(isUrgent);
  }

  /** Undefined when the installation's own transport is used: for null, or for a deleted transport. */
  #pooledFor({ teamId, transportId }: SendRoute): PooledTransport | undefined {
    const known = this.#options.routes.table.transport(transportId);
    if (!known || known.teamId !== teamId) return undefined;
    const before = this.#pooled.get(known.id);
    if (before?.version === known.version) return before;
    if (before) retire(before);
    const pooled = { version: known.version, transport: this.#open(teamId, known.id) };
    this.#pooled.set(known.id, pooled);
    pooled.transport.catch(() => this.#pooled.get(known.id) === pooled && this.#pooled.delete(known.id));
    return pooled;
  }

  /** Closes transports whose rows were deleted. */
  closeDeleted(): void {
    for (const [id, pooled] of this.#pooled) {
      if (this.#options.routes.table.transport(id)) continue;
      this.#pooled.delete(id);
      retire(pooled);
    }
  }

  async close(): Promise<void> {
    const all = [...this.#pooled.values()].map(({ transport }) => transport);
    this.#pooled.clear();
    await Promise.all(all.map(async (transport) => (await transport).close()));
  }

  async #open(teamId: number, id: string): Promise<Transport> {
    const { db, vault, config, log, outbound, fallback } = this.#options;
    const [row] = await run<Server & { connections: number; headers: MessageHeaders }>(
      db,
      sql`select team_id as "teamId", id::text, host, port, secure, tls, ca, fingerprint, ehlo_name as "ehloName", "user", password,
            oauth2, oauth2_secrets as "oauth2Secrets", version, connections, headers
          from transports where team_id = ${teamId} and id = ${id}::uuid and deleted_at is null`,
    );
    if (!row) return { ...fallback, retire: () => {}, close: async () => {} };
    try {
      const smtp = createSmtp({
        ...hostOf(row, { db, vault, config, outbound }),
        connections: row.connections,
        rate: 0,
      });
      return withHeaders(smtp, row.headers);
    } catch (error) {
      if (!(error instanceof UnreadablePassword)) throw error;
      log.error({ transport: id }, 'cannot decrypt the password of a transport (was APP_SECRET changed?)');
      return unusable(error.message);
    }
  }
}

/** Its messages in transit still get their answers. */
function retire({ transport }: PooledTransport): void {
  void transport.then((one) => one.retire?.()).catch(() => {});
}

/** A transport that always defers. This leads to a sending pause, so that messages wait until the transport is fixed. */
const unusable = (reason: string): Transport => ({
  description: 'an unusable transport',
  concurrency: 1,
  connect: async () => ({ kind: 'deferred', reason, cause: 'server' }),
  close: async () => {},
});
