import { Slots } from '../../async/slots.ts';
import type { Database } from '../../database/connect.ts';
import { type Claim, isBulk } from '../../domain/ledger/claim.ts';
import { checkRoutes } from '../../domain/transports/route-conditions.ts';
import { loadRoutes, routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import type { Log } from '../../log.ts';
import { domainOf } from '../../validation/email.ts';
import { OutcomeRecorder } from '../record/outcome-recorder.ts';
import type { Outcome, OutgoingMessage, StillOurs } from '../transports/transport.ts';
import type { TransportPool } from '../transports/transport-pool.ts';
import { Gate } from './gate.ts';
import { RetryDelays } from './retry-delays.ts';
import type { Routes } from './routes.ts';
import { type Sizes, sizesOf } from './sizes.ts';

/** A claimed message with its resolved route. */
export interface Routed {
  claim: Claim;
  route: SendRoute;
}

/** A message that may be sent now, by a connection of its own. Call either `send` or `leave`, once. */
export interface Pass {
  kind: 'pass';
  send(message: OutgoingMessage, stillOurs: StillOurs): Promise<Outcome>;
  /** Nothing was tried. */
  leave(): void;
}

const MAX_GATES = 20_000;

/**
 * Decides when each message may be sent. In this order:
 * - `admit`, for the messages of a claim: no sending pause, no limit of its domain or transport (see route-conditions.ts);
 * - `ahead`: few messages are prepared ahead for its transport;
 * - `delayOf`, before it is built: no pause has begun, and its domain takes more messages soon (see gate.ts);
 * - `enter`, before it is sent: a slot of its domain, no pause has begun, and a connection.
 * The outcomes of messages start and end pauses.
 */
export class Gates {
  readonly sizes: Sizes;
  readonly #db: Database;
  readonly #routes: Routes;
  readonly #transports: TransportPool;
  readonly #outcomes: OutcomeRecorder;
  readonly #delays = new RetryDelays();
  readonly #gates = new Map<string, Gate>();
  readonly #ahead = new Map<string, Slots>();

  constructor(db: Database, routes: Routes, transports: TransportPool, log: Log) {
    this.#db = db;
    this.#routes = routes;
    this.#transports = transports;
    this.#outcomes = new OutcomeRecorder((outcomes) => routes.record(outcomes), log);
    this.sizes = sizesOf(transports);
  }

  /**
   * Finds the routes of the messages of one queue, and divides them into messages that may be sent now and messages that wait.
   * `failingFor`: how long a paused route has accepted nothing, in seconds. Takes a few statements.
   */
  async admit(claims: readonly Claim[]) {
    const asked = await loadRoutes(this.#db, claims);
    const resolved = await this.#routes.resolve(asked.map(({ route }) => route));
    this.#transports.closeDeleted();
    const messages = asked.map(({ message }, index): Routed => ({ claim: message, route: resolved[index]! }));
    const bulk = claims.some(isBulk);
    const { table } = this.#routes;
    const { open, waiting } = await checkRoutes(messages, { db: this.#db, table, isBulk: bulk, takes: true });
    return {
      open,
      waiting: waiting.map(({ message, wait }) => ({
        ...message,
        delaySeconds: this.#delays.afterClaim(message.route, bulk, wait),
        failingFor: wait.failingFor ?? 0,
      })),
    };
  }

  /** Whether messages of a route go to a mail server. */
  leaves(route: SendRoute): boolean {
    return this.#transports.leaves(route);
  }

  /** The slots for messages that a team may prepare ahead for one transport. */
  ahead(claim: Claim, route: SendRoute): Slots {
    const bulk = isBulk(claim);
    const key = `${route.teamId} ${route.transportId} ${bulk}`;
    const slots = this.#ahead.get(key) ?? new Slots(() => this.sizes.prepared(bulk, route));
    this.#ahead.set(key, slots);
    return slots;
  }

  /** The retry delay of a message before any work is done on it, in seconds; 0 when it may be built. */
  delayOf({ claim, route }: Routed): number {
    const bulk = isBulk(claim);
    const pause = this.#routes.table.pauses.of(route, bulk);
    const delay = pause ? this.#delays.afterPause(pause.seconds, bulk) : this.#gateOf(route).delayFor(!bulk);
    return delay > 0 ? this.#delays.spaced(route, bulk, delay) : 0;
  }

  /** Waits for a slot of the domain and a connection. Returns an outcome when there are none soon. `sender`: its address. */
  async enter({ claim, route }: Routed, sender: string): Promise<Pass | Outcome> {
    const bulk = isBulk(claim);
    const gate = this.#gateOf(route);
    const slot = await gate.enter(!bulk);
    if (typeof slot === 'number') return { kind: 'withdrawn', delaySeconds: slot };
    const leave = (outcome?: Outcome) => {
      slot.leave(outcome?.kind === 'accepted');
      if (this.#gates.size > MAX_GATES && gate.isIdle) this.#gates.delete(routeKey(route));
      if (!outcome || outcome.kind === 'withdrawn') return;
      const isFirst = claim.failures === 0;
      this.#outcomes.add({ route, outcome: outcome.kind, ...outcome, isFirst, sendingDomain: domainOf(sender) });
    };
    const pause = this.#routes.table.pauses.of(route, bulk);
    if (pause) {
      leave();
      return { kind: 'withdrawn', delaySeconds: this.#delays.afterPause(pause.seconds, bulk) };
    }
    const connection = await this.#transports.connect(route, !bulk).catch((error) => {
      leave();
      throw error;
    });
    if (connection.kind !== 'connected') {
      leave(connection);
      return connection;
    }
    return {
      kind: 'pass',
      send: async (message, stillOurs) => {
        slot.begin();
        const outcome = await connection.send(message, stillOurs);
        leave(outcome);
        return outcome;
      },
      leave: () => {
        connection.release();
        leave();
      },
    };
  }

  /** Makes messages that wait for a slot of their domain retry later. */
  sendAway(): void {
    for (const gate of this.#gates.values()) gate.sendAway();
  }

  /** Resolves when all outcomes are recorded. */
  close(): Promise<void> {
    return this.#outcomes.flush();
  }

  #gateOf(route: SendRoute): Gate {
    const key = routeKey(route);
    const known = this.#gates.get(key);
    if (known) return known;
    const widthOf = () => {
      const connections = this.#transports.connectionsOf(route);
      const limit = this.#routes.table.domainLimit(route)?.connections ?? connections;
      return { most: Math.min(limit, connections), connections };
    };
    const gate = new Gate(widthOf, (seconds) => this.#outcomes.add({ route, outcome: 'silent', seconds }));
    this.#gates.set(key, gate);
    return gate;
  }
}
