import { type Database, run, sql } from '../../database/connect.ts';
import { recordOutcomes, type SendOutcome } from '../../domain/transports/record-outcomes.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import { type PauseState, readPauseStates } from '../../domain/transports/sending-pauses.ts';
import type { DomainLimit } from '../../domain/transports/transport-input.ts';
import { dailyLimit } from '../../domain/transports/warm-up.ts';
import { concurrencyOf } from './smtp-sessions.ts';

/** What delivery has to know of a transport before it is used. */
export interface KnownTransport {
  teamId: number;
  id: string;
  /** Another one as soon as the row is changed. */
  version: number;
  connections: number;
  messagesPerMinute: number | null;
  warmUpStartedOn: Date | null;
  domainLimits: DomainLimit[];
}

/** What other processes change shows here within this time. */
const REFRESH_MS = 5_000;

/**
 * What this process knows of transports, their limits and their pauses, of all teams: two small statements every few
 * seconds while there is mail, and none for a message.
 */
export class TransportCache {
  readonly #db: Database;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #transports = new Map<string, KnownTransport>();
  #concurrency = 0;
  #defaults = new Map<number, string>();
  /** By route, in milliseconds of this process's clock: until when it is paused (0: failures are only counted), and since when all fails. */
  #pauses = new Map<string, { until: number; since: number }>();
  /** Deleted transports that messages still name: an id that was once gone never comes back. */
  readonly #gone = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Makes routes definite: a transport that was deleted gives way to the team's default, that to the installation's
   * own. `asked` is what the messages name.
   */
  async resolve(asked: readonly SendRoute[]): Promise<SendRoute[]> {
    if (performance.now() - this.#readAt > REFRESH_MS) await this.#refresh();
    // One that is not known may be new: then the installation's own would be the wrong one. A reading that is under way
    // may have begun before it was there.
    const isUnknown = ({ transportId: id }: SendRoute) =>
      id !== null && !this.#transports.has(id) && !this.#gone.has(id);
    if (this.#reading && asked.some(isUnknown)) await this.#reading;
    if (asked.some(isUnknown)) await this.#refresh();
    for (const route of asked) if (isUnknown(route)) this.#gone.add(route.transportId as string);
    return asked.map((route) => {
      const id = [route.transportId, this.#defaults.get(route.teamId)].find((one) => one && this.#transports.has(one));
      return { ...route, transportId: id ?? null };
    });
  }

  /** Undefined for the installation's own, and for one that was deleted. */
  transport(id: string | null): KnownTransport | undefined {
    return id === null ? undefined : this.#transports.get(id);
  }

  /** How many messages may be on their way at once by the transports of all teams. */
  get concurrency(): number {
    return this.#concurrency;
  }

  /** Seconds for which a route is still paused, its domain or its whole transport; 0 when it is not. */
  pauseOf(route: SendRoute): number {
    const until = Math.max(0, ...this.#pausesOn(route).map(({ until }) => until));
    return Math.max(0, (until - performance.now()) / 1000);
  }

  /** Seconds for which nothing has gone by a route that is paused. */
  failingFor(route: SendRoute): number {
    const since = Math.min(...this.#pausesOn(route).map(({ since }) => since));
    return Math.max(0, (performance.now() - since) / 1000);
  }

  /** The limits of messages that hold for a route: of its transport and of the domain by it. */
  limitsOf({ transportId, domain }: SendRoute): {
    perMinute: number | null;
    daily: number | null;
    domain: number | null;
  } {
    const transport = this.transport(transportId);
    if (!transport) return { perMinute: null, daily: null, domain: null };
    return {
      perMinute: transport.messagesPerMinute,
      daily: dailyLimit(transport.warmUpStartedOn, new Date()) ?? null,
      domain: this.domainLimit(transport, domain)?.messagesPerMinute ?? null,
    };
  }

  domainLimit(transport: KnownTransport | undefined, domain: string): DomainLimit | undefined {
    return transport?.domainLimits.find((limit) => limit.domain === domain);
  }

  /** Writes down what became of messages; this process acts on it at once, the others within seconds. */
  async record(outcomes: readonly SendOutcome[]): Promise<void> {
    const { cleared, failing } = await recordOutcomes(this.#db, outcomes, (route) => this.#pauses.has(routeKey(route)));
    for (const route of cleared) this.#pauses.delete(routeKey(route));
    for (const state of failing) this.#remember(state);
  }

  /** Of its domain and of its whole transport. */
  #pausesOn(route: SendRoute) {
    if (this.#pauses.size === 0) return [];
    const keys = [routeKey(route), routeKey({ ...route, domain: '' })];
    return keys.flatMap((key) => this.#pauses.get(key) ?? []).filter(({ until }) => until > performance.now());
  }

  #remember({ pausedFor, failingFor, ...route }: SendRoute & Pick<PauseState, 'pausedFor' | 'failingFor'>): void {
    const now = performance.now();
    const until = pausedFor === null ? 0 : now + pausedFor * 1000;
    this.#pauses.set(routeKey(route), { until, since: now - failingFor * 1000 });
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const began = performance.now();
    const [transports, defaults, states] = await Promise.all([
      readKnownTransports(this.#db),
      readDefaults(this.#db),
      readPauseStates(this.#db),
    ]);
    this.#transports = new Map(transports.map((transport) => [transport.id, transport]));
    this.#concurrency = transports.reduce((sum, { connections }) => sum + concurrencyOf(connections), 0);
    this.#defaults = new Map(defaults.map(({ teamId, id }) => [teamId, id]));
    this.#pauses = new Map();
    for (const state of states) this.#remember(state);
    this.#readAt = began;
  }
}

const readKnownTransports = (db: Database) =>
  run<KnownTransport>(
    db,
    sql`select team_id as "teamId", id::text, version, connections, messages_per_minute as "messagesPerMinute",
          warm_up_started_on::timestamp at time zone 'utc' as "warmUpStartedOn", domain_limits as "domainLimits"
        from transports where deleted_at is null`,
  );

const readDefaults = (db: Database) =>
  run<{ teamId: number; id: string }>(
    db,
    sql`select id as "teamId", default_transport_id::text as id from teams where default_transport_id is not null`,
  );
