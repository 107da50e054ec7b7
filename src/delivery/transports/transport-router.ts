import type { Config } from '../../config.ts';
import type { Vault } from '../../crypto/vault.ts';
import type { Database } from '../../database/connect.ts';
import { routeKey } from '../../domain/transports/record-outcomes.ts';
import type { Log } from '../../log.ts';
import { DomainQueues } from '../throttle/domain-queues.ts';
import { OutcomeRecorder } from '../throttle/outcome-recorder.ts';
import { RetryPacer } from '../throttle/retry-pacer.ts';
import type { Route } from '../throttle/send-route.ts';
import { type Admitted, type Routed, Throttle } from '../throttle/throttle.ts';
import { concurrencyOf } from './smtp-sessions.ts';
import type { Outcome, OutgoingMessage, Transport } from './transport.ts';
import { TransportCache } from './transport-cache.ts';
import { TransportPool } from './transport-pool.ts';

export interface TransportRouterOptions {
  db: Database;
  vault: Vault;
  config: Pick<Config, 'privateTransports'>;
  log: Log;
  /** The installation's own transport. Closed by whoever made it. */
  fallback: Transport;
}

/** Not all at once when the rest is over. */
const afterRest = (seconds: number): number => seconds * (1 + Math.random() / 5) + Math.random() * 2;

/** How messages go: by which transport, whether now or later, and how many at once to one domain. */
export class TransportRouter {
  readonly #fallback: Transport;
  readonly #standing: TransportCache;
  readonly #spread = new RetryPacer();
  readonly #admission: Throttle;
  readonly #queues: DomainQueues;
  readonly #transports: TransportPool;
  readonly #notes: OutcomeRecorder;

  constructor({ db, vault, config, log, fallback }: TransportRouterOptions) {
    this.#fallback = fallback;
    this.#standing = new TransportCache(db);
    this.#admission = new Throttle(db, this.#standing, this.#spread);
    this.#queues = new DomainQueues(this.#standing);
    this.#transports = new TransportPool({ db, vault, config, log, fallback, standing: this.#standing });
    this.#notes = new OutcomeRecorder((notes) => this.#standing.record(notes), log);
  }

  /** How many messages may be on their way at once, by all transports together. */
  get concurrency(): number {
    return this.#fallback.concurrency + this.#standing.concurrency;
  }

  /** Says which messages may go now, with definite routes, and how long the others wait. A few statements for all. */
  async admit<Item extends Routed>(items: readonly Item[]): Promise<Admitted<Item>[]> {
    const routes = await this.#standing.resolve(items.map(({ route }) => route));
    this.#transports.sweep();
    return this.#admission.admit(items.map((item, index) => ({ ...item, route: routes[index]! })));
  }

  /** Seconds after which a message had better come again, before any work is done on it; 0 when it may be made. */
  delayOf({ route, isBulk }: Routed): number {
    const rest = this.#standing.pauseOf(route);
    const delay = rest > 0 ? afterRest(rest) : this.#queues.delayOf(route, this.#connectionsOf(route));
    return delay > 0 && isBulk ? this.#spread.next(routeKey(route), delay) : delay;
  }

  /** The way of one message, as a transport. */
  by(route: Route): Pick<Transport, 'send'> {
    return { send: (message, begin) => this.#send(route, message, begin) };
  }

  /** How many messages may be on their way at once by the transport of a route. */
  concurrencyOf({ transportId }: Route): number {
    const transport = this.#standing.transport(transportId);
    return transport ? concurrencyOf(transport.connections) : this.#fallback.concurrency;
  }

  /** When there is a place among those to its domain, by the transport of its route; what became of it is noted. */
  async #send(route: Route, message: OutgoingMessage, begin: Parameters<Transport['send']>[1]): Promise<Outcome> {
    const place = await this.#queues.enter(route, this.#connectionsOf(route));
    if (typeof place === 'number') return { kind: 'withdrawn', delaySeconds: place };
    let taken = false;
    try {
      const rest = this.#standing.pauseOf(route);
      if (rest > 0) return { kind: 'withdrawn', delaySeconds: afterRest(rest) };
      const transport = await this.#transports.for(route.teamId, route.transportId);
      const outcome = await transport.send(message, async () => {
        const still = await begin();
        if (still) place.begin();
        return still;
      });
      taken = outcome.kind === 'accepted';
      if (outcome.kind !== 'withdrawn') this.#notes.add({ route, outcome: outcome.kind, ...outcome });
      return outcome;
    } finally {
      place.leave(taken);
    }
  }

  #connectionsOf({ transportId }: Route): number {
    return (
      this.#standing.transport(transportId)?.connections ?? this.#fallback.connections ?? this.#fallback.concurrency
    );
  }

  /** Sends away what waits behind others of its domain. */
  release(): void {
    this.#queues.close();
  }

  async close(): Promise<void> {
    await this.#notes.flush();
    await this.#transports.close();
  }
}
