import { type Database, empty, run, type Sql, sql } from '../../database/connect.ts';
import type { SendingPause } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { storable } from '../../validation/text.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import { OWN_TRANSPORT, withoutAddresses } from '../refusals/count-refusals.ts';
import type { SendRoute } from './send-route.ts';

export type { SendingPause };

/** Consecutive temporary failures of one route. */
export interface FailureRun extends SendRoute {
  failures: number;
  reason: string;
}

/** The consecutive failures of a route, and the resulting pause. */
export interface PauseState extends SendRoute {
  failures: number;
  /** How long the pause lasts from now on; null if there is none. */
  pausedFor: number | null;
  /** How long everything has failed, in seconds. */
  failingFor: number;
  /** Whether only bulk messages wait: the server is slow, but accepts mail. */
  bulkOnly: boolean;
}

/** The state after further failures. */
export interface RecordedFailures extends PauseState {
  /** Consecutive pauses so far. */
  pauses: number;
  /** The reason of the last failure. */
  reason: string;
}

/** This many consecutive temporary failures start a pause. */
export const FAILURES_IN_A_ROW = 5;

/**
 * The length of a domain's first, second, … consecutive pause in seconds; the last value repeats. All connections may fail
 * in one moment, for a server that is back in the next, so it starts small.
 */
export const DOMAIN_SECONDS: readonly number[] = [10, 60, 300, 900, 3600];
/** Like `DOMAIN_SECONDS`, but for whole transports: most unreachable servers are only restarting. */
export const TRANSPORT_SECONDS: readonly number[] = [5, 15, 60, 300, 900];

const PAUSE_COLUMNS = sql`bulk_only as "bulkOnly", extract(epoch from paused_until - now())::float8 as "pausedFor", extract(epoch from now() - failing_since)::float8 as "failingFor"`;

const keyOf = (transportId: string | null): string => transportId ?? OWN_TRANSPORT;
const transportOf = (key: string): string | null => (key === OWN_TRANSPORT ? null : key);

/**
 * Adds failures to the recorded ones, and starts a pause if there are too many and none is active. `lengthens`: each
 * consecutive pause is longer; otherwise the pause holds back only bulk messages. Returns the state of the routes.
 */
export async function recordFailures(
  db: Database,
  failed: readonly FailureRun[],
  { lengthens }: { lengthens: boolean },
): Promise<RecordedFailures[]> {
  if (failed.length === 0) return [];
  const rows = failed.map((one) => ({
    ...one,
    id: newId(),
    transportId: keyOf(one.transportId),
    reason: storable(withoutAddresses(one.reason)),
  }));
  const tooMany = sql`p.failures + excluded.failures >= ${FAILURES_IN_A_ROW}::int and coalesce(p.paused_until <= now(), true)`;
  const lengths = (domain: Sql) =>
    sql`(case when ${domain} = '' then ${[...TRANSPORT_SECONDS]}::int[] else ${[...DOMAIN_SECONDS]}::int[] end)`;
  // A pause that does not lengthen is for a slow server, which will be slow again in ten seconds.
  const first = lengthens ? sql`1` : sql`2`;
  const next = lengthens ? sql`least(p.pauses + 1, ${DOMAIN_SECONDS.length}::int)` : first;
  const states = await run<RecordedFailures & { transportId: string }>(
    db,
    sql`insert into sending_pauses as p (team_id, id, transport_id, domain, failures, pauses, reason, bulk_only, paused_until)
        select "teamId", id, "transportId", domain, failures, (failures >= ${FAILURES_IN_A_ROW}::int)::int, reason, ${!lengthens}::boolean,
          case when failures >= ${FAILURES_IN_A_ROW}::int then now() + make_interval(secs => ${lengths(sql`domain`)}[${first}]) end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
          "teamId" int, id uuid, "transportId" uuid, domain text, failures int, reason text)
        order by "teamId", "transportId", domain
        on conflict (team_id, transport_id, domain) do update set
          failures = p.failures + excluded.failures, reason = excluded.reason,
          bulk_only = case when ${tooMany} then excluded.bulk_only else p.bulk_only end,
          pauses = case when ${tooMany} then ${lengthens ? sql`p.pauses + 1` : sql`greatest(p.pauses, 1)`} else p.pauses end,
          paused_until = case when ${tooMany} then now() + make_interval(secs => ${lengths(sql`p.domain`)}[${next}]) else p.paused_until end
        returning team_id as "teamId", transport_id::text as "transportId", domain, failures, pauses, reason,
          ${PAUSE_COLUMNS}`,
  );
  return states.map((one) => ({ ...one, transportId: transportOf(one.transportId) }));
}

/** Clears failures and pauses of routes after a success. Returns those that were paused. */
export async function clearPauses(db: Database, routes: readonly SendRoute[]): Promise<SendRoute[]> {
  if (routes.length === 0) return [];
  const keys = routes.map(({ teamId, transportId, domain }) => ({ teamId, transportId: keyOf(transportId), domain }));
  const ended = await run<SendRoute & { transportId: string; paused: boolean }>(
    db,
    sql`with held as (
          select p.team_id, p.id from sending_pauses p
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g("teamId" int, "transportId" uuid, domain text)
            on p.team_id = g."teamId" and p.transport_id = g."transportId" and p.domain = g.domain
          order by p.team_id, p.transport_id, p.domain for update of p
        )
        delete from sending_pauses p using held where p.team_id = held.team_id and p.id = held.id
        returning p.team_id as "teamId", p.transport_id::text as "transportId", p.domain, p.paused_until is not null as paused`,
  );
  return ended.filter(({ paused }) => paused).map((one) => ({ ...one, transportId: transportOf(one.transportId) }));
}

/** Beyond this number, workers notice pauses of other routes only by their own failures. */
const MAX_ROUTES = 50_000;

/** The state of all routes with consecutive failures, of one team or of all. */
export async function readPauseStates(db: Database, teamId?: number): Promise<PauseState[]> {
  const rows = await run<PauseState & { transportId: string }>(
    db,
    sql`select team_id as "teamId", transport_id::text as "transportId", domain, failures,
          ${PAUSE_COLUMNS}
        from sending_pauses ${teamId === undefined ? empty : sql`where team_id = ${teamId}::int`}
        order by paused_until desc nulls last limit ${MAX_ROUTES}`,
  );
  return rows.map((one) => ({ ...one, transportId: transportOf(one.transportId) }));
}

/** A pause without a retry for this long is no longer shown. */
const SHOWN_MS = 86_400_000;

const shownPauses = (scope: Scope) => ({
  teamId: scope.team.id,
  pausedUntil: { gt: new Date(scope.now().getTime() - SHOWN_MS) },
});

/** A page of the team's pauses, including those of the installation's own transport, newest first. */
export function listSendingPauses(scope: Scope, request: PageRequest): Promise<Page<SendingPause>> {
  const where = shownPauses(scope);
  return readPage(request, {
    find: (args) => scope.db.sendingPause.findMany({ ...args, where: { AND: [where, args.where ?? {}] } }),
    count: () => scope.db.sendingPause.count({ where }),
  });
}

/** The pauses of these transports, in one statement. */
export const readPausesOf = (scope: Scope, transportIds: readonly string[]): Promise<SendingPause[]> =>
  scope.db.sendingPause.findMany({
    where: { ...shownPauses(scope), transportId: { in: [...transportIds] } },
    orderBy: { id: 'asc' },
  });

/** The pauses with these ids, in one statement. */
export const readSendingPauses = (scope: Scope, ids: readonly string[]): Promise<SendingPause[]> =>
  scope.db.sendingPause.findMany({ where: { ...shownPauses(scope), id: { in: [...ids] } } });

/** The transport of a pause; null for the installation's own. */
export const transportOfPause = ({ transportId }: SendingPause): string | null => transportOf(transportId);

const MOST_COUNTED = 10_000;

/** Counts the active sending pauses of all teams, of whole transports and of domains. */
export async function countPauses(db: Database): Promise<{ transport: number; domain: number }> {
  const [row] = await run<{ transport: number; domain: number }>(
    db,
    sql`select count(*) filter (where domain = '')::int as transport, count(*) filter (where domain <> '')::int as domain
        from (select domain from sending_pauses where paused_until > now() limit ${MOST_COUNTED}) current`,
  );
  return row!;
}
