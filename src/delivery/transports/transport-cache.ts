import { databaseNow } from '../../database/clock.ts';
import { type Database, run, sql } from '../../database/connect.ts';
import { recordOutcomes, type SendOutcome } from '../../domain/transports/record-outcomes.ts';
import { routeKey, type SendRoute } from '../../domain/transports/send-route.ts';
import { type PauseState, readPauseStates } from '../../domain/transports/sending-pauses.ts';
import type { DomainLimit } from '../../domain/transports/transport-input.ts';
import { dailyLimit } from '../../domain/transports/warm-up.ts';
import { concurrencyOf } from './smtp-sessions.ts';

/** The properties of a transport that delivery needs before it is used. */
export interface KnownTransport {
  teamId: number;
  id: string;
  /** Changes whenever the row changes. */
  version: number;
  connections: number;
  messagesPerMinute: number | null;
  warmUpStartedOn: Date | null;
  domainLimits: DomainLimit[];
}

/** For this long after a pause, only urgent messages are sent. */
export const URGENT_FIRST_SECONDS = 5;

/** Changes made by other processes are seen within this time. */
const REFRESH_MS = 5_000;

/**
 * A cache of all teams' transports, their limits and their pauses: a few small statements every five seconds while there is mail,
 * and none per message.
 */
export class TransportCache {
  readonly #db: Database;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #transports = new Map<string, KnownTransport>();
  #concurrency = 0;
  #defaults = new Map<number, string>();
  /**
   * By route, in milliseconds of this process's clock: `until` when it is paused (0: not paused, failures are counted), and
   * `since` when everything fails. `bulkOnly`: only bulk messages wait.
   */
  #pauses = new Map<string, { until: number; since: number; bulkOnly: boolean }>();
  /** Deleted transports that messages still name. A deleted id is never reused. */
  readonly #gone = new Set<string>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Resolves the requested routes of messages: a deleted or absent transport is replaced by the team's default, and that by the
   * installation's own (null).
   */
  async resolve(asked: readonly SendRoute[]): Promise<SendRoute[]> {
    if (performance.now() - this.#readAt > REFRESH_MS) await this.#refresh();
    // An unknown transport may be new, so the fallback would be wrong: read again. A running read may have begun before the
    // transport was created.
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

  /** Undefined for the installation's own transport (null) and for a deleted one. */
  transport(id: string | null): KnownTransport | undefined {
    return id === null ? undefined : this.#transports.get(id);
  }

  /** How many messages may be in transit at once, over all teams' transports. */
  get concurrency(): number {
    return this.#concurrency;
  }

  /** Seconds until the pause of a route (of its domain or whole transport) ends for a message; 0 when it is not paused. */
  pauseOf(route: SendRoute, isBulk = true): number {
    const pauses = this.#pausesOn(route).filter(({ bulkOnly }) => isBulk || !bulkOnly);
    const until = Math.max(0, ...pauses.map(({ until }) => until));
    return Math.max(0, (until - performance.now()) / 1000);
  }

  /** Seconds for which everything has failed on a paused route. */
  failingFor(route: SendRoute): number {
    const since = Math.min(...this.#pausesOn(route).map(({ since }) => since));
    return Math.max(0, (performance.now() - since) / 1000);
  }

  /** The message limits of a route: its transport's, and the domain's on that transport. */
  limitsOf({ transportId, domain }: SendRoute): {
    perMinute: number | null;
    daily: number | null;
    domain: number | null;
  } {
    const transport = this.transport(transportId);
    if (!transport) return { perMinute: null, daily: null, domain: null };
    return {
      perMinute: transport.messagesPerMinute,
      daily: dailyLimit(transport.warmUpStartedOn, databaseNow(this.#db)) ?? null,
      domain: this.domainLimit(transport, domain)?.messagesPerMinute ?? null,
    };
  }

  domainLimit(transport: KnownTransport | undefined, domain: string): DomainLimit | undefined {
    return transport?.domainLimits.find((limit) => limit.domain === domain);
  }

  /** Records outcomes. They take effect in this process at once, in others within seconds. */
  async record(outcomes: readonly SendOutcome[]): Promise<void> {
    const { cleared, failing, awaited } = await recordOutcomes(
      this.#db,
      outcomes,
      (route) => this.#pauses.has(routeKey(route)),
      (route) => (this.#pauses.get(routeKey(route))?.until ?? 0) > 0,
    );
    for (const route of cleared) this.#pauses.delete(routeKey(route));
    for (const state of failing) this.#remember(state);
    for (const route of awaited) this.#letUrgentGo(route);
  }

  /** The pauses of the route's domain and of its whole transport. */
  #pausesOn(route: SendRoute) {
    if (this.#pauses.size === 0) return [];
    const keys = [routeKey(route), routeKey({ ...route, domain: '' })];
    return keys.flatMap((key) => this.#pauses.get(key) ?? []).filter(({ until }) => until > performance.now());
  }

  /** Campaigns wait a little longer than the pause: the urgent messages that waited too are only now being claimed. */
  #letUrgentGo(route: SendRoute): void {
    const now = performance.now();
    this.#pauses.set(routeKey(route), { until: now + URGENT_FIRST_SECONDS * 1000, since: now, bulkOnly: true });
  }

  #remember({ pausedFor, failingFor, bulkOnly, ...route }: PauseState): void {
    const now = performance.now();
    const until = pausedFor === null ? 0 : now + pausedFor * 1000;
    this.#pauses.set(routeKey(route), { until, since: now - failingFor * 1000, bulkOnly });
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
