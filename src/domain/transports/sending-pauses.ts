import { type Database, run, type Sql, sql } from '../../database/connect.ts';
import type { Rest } from '../../generated/prisma/client.ts';
import { newId } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { storable } from '../../validation/text.ts';
import { type Page, type PageRequest, readPage } from '../page.ts';
import type { SendRoute } from './send-route.ts';

export type { Rest };

/** Temporary failures of one place that came in a row. */
export interface FailureRun extends SendRoute {
  failures: number;
  reason: string;
}

/** What there is of failures in a row, and the rest that came of them. */
export interface PauseState extends SendRoute {
  failures: number;
  /** How long the rest lasts from now on; null when there is none. */
  pausedFor: number | null;
  /** For how long everything has failed, in seconds. */
  failingFor: number;
}

/** After so many temporary failures in a row there is a rest. */
export const FAILURES_IN_A_ROW = 5;

/** Seconds that the first, second, … rest in a row of a domain lasts; the last from then on. All connections may fail in one moment, for a server that is back in the next: so it begins small. */
export const DOMAIN_SECONDS: readonly number[] = [10, 60, 300, 900, 3600];
/** The same for whole transports: most servers that are away are only started anew. */
export const TRANSPORT_SECONDS: readonly number[] = [5, 15, 60, 300, 900];

const SECONDS = sql`extract(epoch from until - now())::float8 as "pausedFor", extract(epoch from now() - since)::float8 as "failingFor"`;

/** The installation's own transport, where a column takes no null. */
const OWN = '00000000-0000-0000-0000-000000000000';

const keyOf = (transportId: string | null): string => transportId ?? OWN;
const transportOf = (key: string): string | null => (key === OWN ? null : key);

/**
 * Adds failures to those there are, and begins a rest where they are too many and none is on. `lengthens`: a rest that
 * follows another is longer than it. Gives how the places stand now.
 */
export async function recordFailures(
  db: Database,
  failed: readonly FailureRun[],
  { lengthens }: { lengthens: boolean },
): Promise<PauseState[]> {
  if (failed.length === 0) return [];
  const rows = failed.map((one) => ({
    ...{ ...one, id: newId(), transportId: keyOf(one.transportId) },
    reason: storable(withoutAddresses(one.reason)),
  }));
  const tooMany = sql`r.failures + excluded.failures >= ${FAILURES_IN_A_ROW}::int and coalesce(r.until <= now(), true)`;
  const lengths = (domain: Sql) =>
    sql`(case when ${domain} = '' then ${[...TRANSPORT_SECONDS]}::int[] else ${[...DOMAIN_SECONDS]}::int[] end)`;
  // One that does not lengthen is of a server that makes us wait: it will do so again in ten seconds.
  const first = lengthens ? sql`1` : sql`2`;
  const next = lengthens ? sql`least(r.rests + 1, ${DOMAIN_SECONDS.length}::int)` : first;
  const standing = await run<PauseState & { transportId: string }>(
    db,
    sql`insert into rests as r (team_id, id, transport_id, domain, failures, rests, reason, until)
        select "teamId", id, "transportId", domain, failures, (failures >= ${FAILURES_IN_A_ROW}::int)::int, reason,
          case when failures >= ${FAILURES_IN_A_ROW}::int then now() + make_interval(secs => ${lengths(sql`domain`)}[${first}]) end
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
          "teamId" int, id uuid, "transportId" uuid, domain text, failures int, reason text)
        order by "teamId", "transportId", domain
        on conflict (team_id, transport_id, domain) do update set
          failures = r.failures + excluded.failures, reason = excluded.reason,
          rests = case when ${tooMany} then ${lengthens ? sql`r.rests + 1` : sql`greatest(r.rests, 1)`} else r.rests end,
          until = case when ${tooMany} then now() + make_interval(secs => ${lengths(sql`r.domain`)}[${next}]) else r.until end
        returning team_id as "teamId", transport_id::text as "transportId", domain, failures,
          ${SECONDS}`,
  );
  return standing.map((one) => ({ ...one, transportId: transportOf(one.transportId) }));
}

/** Forgets failures and rests of places: something went well there. */
export async function clearPauses(db: Database, places: readonly SendRoute[]): Promise<void> {
  if (places.length === 0) return;
  const keys = places.map(({ teamId, transportId, domain }) => ({ teamId, transportId: keyOf(transportId), domain }));
  await run(
    db,
    sql`with held as (
          select r.team_id, r.id from rests r
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as g("teamId" int, "transportId" uuid, domain text)
            on r.team_id = g."teamId" and r.transport_id = g."transportId" and r.domain = g.domain
          order by r.team_id, r.transport_id, r.domain for update of r
        )
        delete from rests r using held where r.team_id = held.team_id and r.id = held.id returning r.id::text`,
  );
}

/** Beyond so many places workers notice rests of the others only by their own failures. */
const MAX_PLACES = 50_000;

/** How all places stand where there are failures in a row, of every team. */
export async function readPauseStates(db: Database): Promise<PauseState[]> {
  const rows = await run<PauseState & { transportId: string }>(
    db,
    sql`select team_id as "teamId", transport_id::text as "transportId", domain, failures,
          ${SECONDS}
        from rests order by until desc nulls last limit ${MAX_PLACES}`,
  );
  return rows.map((one) => ({ ...one, transportId: transportOf(one.transportId) }));
}

/** What was not tried again for so long is no longer shown. */
const SHOWN_MS = 86_400_000;

const shownPauses = (scope: Scope) => ({
  teamId: scope.team.id,
  until: { gt: new Date(scope.now().getTime() - SHOWN_MS) },
});

/** A page of the team's rests, those of the installation's own transport among them, newest first. */
export function listSendingPauses(scope: Scope, request: PageRequest): Promise<Page<Rest>> {
  const where = shownPauses(scope);
  return readPage(request, {
    find: (args) => scope.db.rest.findMany({ ...args, where: { AND: [where, args.where ?? {}] } }),
    count: () => scope.db.rest.count({ where }),
  });
}

/** The rests of these transports, in one statement. */
export const readPausesOf = (scope: Scope, transportIds: readonly string[]): Promise<Rest[]> =>
  scope.db.rest.findMany({
    where: { ...shownPauses(scope), transportId: { in: [...transportIds] } },
    orderBy: { id: 'asc' },
  });

/** The transport of a rest; null for the installation's own. */
export const transportOfPause = ({ transportId }: Rest): string | null => transportOf(transportId);

/** Servers repeat whom they refuse: a rest is of a domain, and outlives a person who is erased. */
const withoutAddresses = (reason: string): string => reason.replace(/[^\s<>:;,]+@[^\s<>:;,]+/g, '…');
