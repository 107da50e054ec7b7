import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import type { Log } from '../log.ts';
import type { Vault } from '../vault.ts';
import { Admission, type Admitted } from './admission.ts';
import { Lanes } from './lanes.ts';
import { Notes } from './notes.ts';
import type { Route } from './route.ts';
import { Standing } from './standing.ts';
import { Transports } from './transports/registry.ts';
import type { Outcome, OutgoingMessage, Transport } from './transports/transport.ts';

export interface WaysOptions {
  db: Database;
  vault: Vault;
  config: Pick<Config, 'privateTransports'>;
  log: Log;
  /** The installation's own transport. Closed by whoever made it. */
  fallback: Transport;
}

/** A message that found its lane held up comes again after so many seconds, or half as many more. */
const HELD_UP_SECONDS = 20;

/** How messages go: by which transport, whether now or later, and how many at once to one domain. */
export class Ways {
  readonly #fallback: Transport;
  readonly #standing: Standing;
  readonly #admission: Admission;
  readonly #lanes: Lanes;
  readonly #transports: Transports;
  readonly #notes: Notes;

  constructor({ db, vault, config, log, fallback }: WaysOptions) {
    this.#fallback = fallback;
    this.#standing = new Standing(db);
    this.#admission = new Admission(db, this.#standing);
    this.#lanes = new Lanes(this.#standing);
    this.#transports = new Transports({ db, vault, config, log, fallback, standing: this.#standing });
    this.#notes = new Notes((notes) => this.#standing.note(notes), log);
  }

  /** How many messages may be on their way at once, by all transports together. */
  get concurrency(): number {
    return this.#fallback.concurrency + this.#standing.concurrency;
  }

  /** Says which messages may go now, with definite routes, and how long the others wait. A few statements for all. */
  async admit<Item extends { route: Route }>(items: readonly Item[]): Promise<Admitted<Item>[]> {
    const routes = await this.#standing.resolve(items.map(({ route }) => route));
    this.#transports.sweep();
    return this.#admission.admit(items.map((item, index) => ({ ...item, route: routes[index]! })));
  }

  /** A transport for one message: see send. */
  by(route: Route): Pick<Transport, 'send'> {
    return { send: (message, begin) => this.send(route, message, begin) };
  }

  /**
   * Hands a message over by the transport of its route (see Transport.send), in the lane of its domain, and notes what
   * became of it. Withdrawn with a delay when the domain is held up or has begun to rest.
   */
  async send(route: Route, message: OutgoingMessage, begin: () => Promise<boolean>): Promise<Outcome> {
    const connections = this.#standing.transport(route.transportId)?.connections ?? this.#fallback.concurrency;
    const place = await this.#lanes.enter(route, connections);
    if (!place) return { kind: 'withdrawn', delaySeconds: HELD_UP_SECONDS * (1 + Math.random() / 2) };
    let taken = false;
    try {
      const rest = this.#standing.restOf(route);
      if (rest > 0) return { kind: 'withdrawn', delaySeconds: rest * (1 + Math.random() / 5) };
      const transport = await this.#transports.for(route.teamId, route.transportId);
      const outcome = await transport.send(message, async () => {
        const may = await begin();
        if (may) place.begin();
        return may;
      });
      taken = outcome.kind === 'accepted';
      if (outcome.kind !== 'withdrawn') this.#notes.add({ route, outcome: outcome.kind, ...outcome });
      return outcome;
    } finally {
      place.leave(taken);
    }
  }

  /** Sends away what waits for its lane. */
  release(): void {
    this.#lanes.close();
  }

  async close(): Promise<void> {
    await this.#notes.settled();
    await this.#transports.close();
  }
}
