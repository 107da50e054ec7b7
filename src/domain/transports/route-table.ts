import { databaseNow } from '../../database/clock.ts';
import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import { RoutePauses } from './route-pauses.ts';
import type { SendRoute } from './send-route.ts';
import { readPauseStates } from './sending-pauses.ts';
import type { DomainLimit } from './transport-input.ts';
import { dailyLimit } from './warm-up.ts';

/** The properties of a transport that decide when a message may be sent. */
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

/** One spare connection for this many regular ones may replace slow ones. */
const SPARE = 4;

/** The most messages in transit at once over a transport with this many connections, including spare ones for slow answers. */
export const mostInTransit = (connections: number): number => connections + Math.ceil(connections / SPARE);

/** The transports, their limits and the sending pauses at one moment: of all teams, or of one. */
export class RouteTable {
  readonly pauses: RoutePauses;
  /** How many messages may be in transit at once, over all transports. */
  readonly mostInTransit: number;
  readonly #transports: ReadonlyMap<string, KnownTransport>;
  readonly #defaults: ReadonlyMap<number, string>;

  constructor(
    transports: readonly KnownTransport[] = [],
    defaults: readonly Default[] = [],
    pauses = new RoutePauses(),
  ) {
    this.pauses = pauses;
    this.mostInTransit = transports.reduce((sum, { connections }) => sum + mostInTransit(connections), 0);
    this.#transports = new Map(transports.map((transport) => [transport.id, transport]));
    this.#defaults = new Map(defaults.map(({ teamId, id }) => [teamId, id]));
  }

  /** Undefined for the installation's own transport (null), and for a deleted one. */
  transport(id: string | null): KnownTransport | undefined {
    return id === null ? undefined : this.#transports.get(id);
  }

  /** Replaces a deleted or absent transport by the team's default, and that by the installation's own (null). */
  resolve(route: SendRoute): SendRoute {
    const ids = [route.transportId, this.#defaults.get(route.teamId)];
    return { ...route, transportId: ids.find((id) => id && this.#transports.has(id)) ?? null };
  }

  /** The team's own limits for the route's domain. */
  domainLimit({ transportId, domain }: SendRoute): DomainLimit | undefined {
    return this.transport(transportId)?.domainLimits.find((limit) => limit.domain === domain);
  }
}

interface Default {
  teamId: number;
  id: string;
}

/** How many messages a transport may send on this day (UTC); null: any number. */
export const dailyLimitOf = (db: Database, { warmUpStartedOn }: KnownTransport): number | null =>
  dailyLimit(warmUpStartedOn, databaseNow(db)) ?? null;

/** Reads the table of one team, or of all. */
export async function readRouteTable(db: Database, teamId?: number): Promise<RouteTable> {
  const of = (column: Sql) => (teamId === undefined ? empty : sql`and ${column} = ${teamId}::int`);
  const [transports, defaults, states] = await Promise.all([
    run<KnownTransport>(
      db,
      sql`select team_id as "teamId", id::text, version, connections, messages_per_minute as "messagesPerMinute",
            warm_up_started_on::timestamp at time zone 'utc' as "warmUpStartedOn", domain_limits as "domainLimits"
          from transports where deleted_at is null ${of(sql`team_id`)}`,
    ),
    run<Default>(
      db,
      sql`select id as "teamId", default_transport_id::text as id from teams
          where default_transport_id is not null ${of(sql`id`)}`,
    ),
    readPauseStates(db, teamId),
  ]);
  return new RouteTable(transports, defaults, new RoutePauses(states));
}
