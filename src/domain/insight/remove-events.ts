import { binaryArray } from '../../database/binary-array.ts';
import { empty, run, runOnce, sql } from '../../database/connect.ts';
import type { Scope } from '../../scope.ts';
import { dropEventMonth, type EventMonth, nobodyKeeps, readEventMonths } from './event-months.ts';

/** Where to continue: a month by name, and in a month to be dropped the last row whose reference has been released. */
export interface Removal {
  month?: string;
  after?: { team: number; id: string };
}

const CHUNK = 5_000;
const DAY_MS = 86_400_000;

/**
 * Removes one chunk of the team's events that are past retention, and releases their references. Totals stay
 * (docs/adr/0049). A month that no team keeps is dropped with all teams' events. Returns where to continue, or undefined if
 * nothing is left. `usual`: the days of teams without a setting; undefined keeps all. Safe to repeat.
 */
export async function removeSomeEvents(
  scope: Scope,
  { month: from, after }: Removal,
  usual?: number,
): Promise<Removal | undefined> {
  const team = await scope.db.team.findUniqueOrThrow({ where: { id: scope.team.id } });
  const keepEventsFor = team.keepEventsFor ?? usual;
  if (keepEventsFor === undefined) return undefined;
  const [month, next] = await readEventMonths(scope.db, from);
  if (!month) return undefined;
  const further = next && { month: next.name };
  if (await nobodyKeeps(scope.db, month, usual)) {
    const last = await freeReferences(scope, month, after);
    if (last) return { month: month.name, after: last };
    await dropEventMonth(scope.db, month);
    return further;
  }
  const before = new Date(scope.now().getTime() - keepEventsFor * DAY_MS);
  const removed = await removeChunk(scope, month, before);
  return removed < CHUNK ? further : { month: month.name };
}

interface Referenced {
  team: number;
  id: string;
  reference: string | null;
}

/** Releases the references of the next rows of a month, team by team, and returns the last row. */
async function freeReferences(
  { db }: Scope,
  { table }: EventMonth,
  after: Removal['after'],
): Promise<Removal['after']> {
  const beyond = after ? sql`where (team_id, id) > (${after.team}::int, ${after.id}::uuid)` : empty;
  const next = await runOnce<Referenced>(
    db,
    sql`select team_id as team, id::text, reference from ${table} e ${beyond} order by e.team_id, e.id limit ${CHUNK}`,
  );
  for (const team of new Set(next.map((row) => row.team))) {
    const references = next.flatMap((row) => (row.team === team && row.reference !== null ? [row.reference] : []));
    await run(db, sql`delete from event_references where team_id = ${team} and reference = any(${references})`);
  }
  const last = next.at(-1);
  return last && { team: last.team, id: last.id };
}

/** Deleting from the month directly does not run the triggers of "events", so that the roll-up stays. */
async function removeChunk(scope: Scope, month: EventMonth, before: Date): Promise<number> {
  const old = await findOld(scope, month, before);
  if (old.length === 0) return 0;
  const teamId = scope.team.id;
  const [row] = await runOnce<{ removed: number }>(
    scope.db,
    sql`with old as materialized (
          select id from ${month.table} where team_id = ${teamId}::int and id = any(${binaryArray('uuid', old)}::uuid[])
          for update skip locked
        ), gone as (
          delete from ${month.table} e using old where e.team_id = ${teamId}::int and e.id = old.id returning e.reference
        ), freed as (
          delete from event_references
          where team_id = ${teamId}::int and reference = any(array(select reference from gone where reference is not null))
        )
        select count(*)::int as removed from gone`,
  );
  return row?.removed ?? 0;
}

/** The ids of the oldest rows of each name, by the index that segments use: no other finds old events of a team. */
async function findOld({ db, team }: Scope, { table }: EventMonth, before: Date): Promise<string[]> {
  const rows = await runOnce<{ id: string }>(
    db,
    sql`with recursive names(name) as (
          (select name from ${table} where team_id = ${team.id}::int order by name limit 1)
          union all
          select (select e.name from ${table} e where e.team_id = ${team.id}::int and e.name > names.name order by e.name limit 1)
          from names where names.name is not null
        )
        select old.id::text from names cross join lateral (
          select e.id from ${table} e
          where e.team_id = ${team.id}::int and e.name = names.name and e.occurred_at < ${before}
          order by e.occurred_at limit ${CHUNK}) old
        where names.name is not null limit ${CHUNK}`,
  );
  return rows.map(({ id }) => id);
}

/** The teams that keep events for a limited time. `usual`: as in removeSomeEvents. */
export async function teamsThatRemoveEvents(db: Scope['db'], usual?: number): Promise<number[]> {
  const teams = await run<{ id: number }>(
    db,
    sql`select id from teams where coalesce(keep_events_for, ${usual ?? null}::int) is not null order by id`,
  );
  return teams.map(({ id }) => id);
}
